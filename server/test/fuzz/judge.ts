import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';
import { ErrorBody, errorStatuses } from 'contract/errors.ts';
import { documentedSchema, type OpenApiDocument } from '#test/openapi.ts';
import type { FuzzRequest } from './requests.ts';

export interface FuzzResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Internal details. The fuzzer sends none of them, so a response that contains one does not echo a request. */
const leaks: Record<string, RegExp> = {
  'a stack trace': /(\n|\\n)\s+at |\.[cm]?[jt]s:\d+/,
  'a path of the machine': /node_modules|\/server\/(src|dist|test)\/|\/tmp\/|\/home\/|\/root\/|root:x:0/,
  SQL: /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM) [\w"*]+.*\b(FROM|VALUES|SET|WHERE)\b/,
  'a message of the database':
    /\b(prisma|postgres(ql)?:\/\/|relation "|violates|duplicate key|syntax error at)/i,
  'a hash of a password': /\$argon2/,
};

/** The fault of a response according to the document, or undefined. No response may contain a secret. */
export function judge(
  document: OpenApiDocument,
  { operation, method, isOtherOperation }: Pick<FuzzRequest, 'operation' | 'method' | 'isOtherOperation'>,
  response: FuzzResponse,
  secrets: readonly string[] = [],
): string | undefined {
  const { status, headers } = response;
  const text = textOf(response);
  if (status >= 500) return `status ${status}`;
  const leak = Object.entries(leaks).find(([, pattern]) => pattern.test(text));
  if (leak) return `shows ${leak[0]}`;
  if (secrets.some((secret) => text.includes(secret))) return 'shows a secret';
  if (!/^[0-9a-f-]{18}$/.test(String(headers['x-request-id']))) return 'no request id';
  if (method === 'HEAD') return undefined;
  const body = jsonOf(response);
  if (status >= 400) {
    const failure = ErrorBody.strict().safeParse(body);
    if (!failure.success) return `a failure (${status}) of another shape`;
    const { code, request_id } = failure.data;
    if (errorStatuses[code] !== status) return `code ${code} with status ${status}`;
    if (request_id !== headers['x-request-id']) return 'two request ids';
  }
  if (isOtherOperation) return undefined;
  const declared = operation.responses[status];
  if (!declared) return `undeclared status ${status}`;
  if (!declared.content) return text === '' ? undefined : `a body where ${status} has none`;
  const type = headers['content-type']?.split(';')[0] ?? '';
  const content = declared.content[type];
  if (!content) return `${status} as ${type}`;
  if (!content.schema) return undefined;
  const fit = documentedSchema(document, content.schema).safeParse(body);
  if (!fit.success) return `${status} outside its schema: ${fit.error.message}`;
  const { code } = body as { code?: string };
  const isDeclared = status < 400 || String(code) in (content.examples ?? {});
  return isDeclared ? undefined : `undeclared code ${code} of ${status}`;
}

/** Undefined if the text is not JSON. */
export function jsonOf(response: FuzzResponse): unknown {
  if (!response.headers['content-type']?.startsWith('application/json')) return undefined;
  try {
    return JSON.parse(textOf(response));
  } catch {
    return undefined;
  }
}

function textOf({ headers, body }: FuzzResponse): string {
  const encoding = body.length > 0 && headers['content-encoding'];
  if (encoding === 'gzip') return gunzipSync(body).toString();
  return (encoding === 'br' ? brotliDecompressSync(body) : body).toString();
}
