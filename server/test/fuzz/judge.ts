import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ErrorBody, errorStatuses } from 'contract/errors.ts';
import { type DocumentedOperation, documentedSchema, type OpenApiDocument } from '#test/openapi.ts';
import type { FuzzResponse } from './send.ts';

/** What is wrong with a response; `kind` is the same for the same fault of two responses. */
export interface Fault {
  kind: string;
  message: string;
}

/** Of the inside; nothing that the fuzzer sends has any of it, so nothing is an echo. */
const leaks: readonly (readonly [string, RegExp])[] = [
  ['a stack trace', /\n\s+at |\\n\s+at /],
  ['a place in the source', /\.[cm]?[jt]s:\d+/],
  ['a path of the machine', /node_modules|\/server\/(src|dist|test)\/|\/tmp\/|\/home\/|\/root\/|root:x:0/],
  ['SQL', /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM) [\w"*]+.*\b(FROM|VALUES|SET|WHERE)\b/],
  [
    'a message of the database',
    /\b(prisma|postgres(ql)?:\/\/|relation "|violates|duplicate key|syntax error at)/i,
  ],
  ['a hash of a password', /\$argon2/],
];

interface Judged {
  operation: DocumentedOperation;
  method: string;
  isElsewhere: boolean;
}

export type Judge = (request: Judged, response: FuzzResponse) => Fault | undefined;

/** Holds responses against the document; none may hold a secret. */
export function createJudge(document: OpenApiDocument, secrets: readonly string[] = []): Judge {
  return ({ operation, method, isElsewhere }, response) => {
    const { status, headers } = response;
    const text = decoded(response).toString();
    const fault = (kind: string, message = text): Fault => ({ kind, message });
    if (status >= 500) return fault(`status ${status}`);
    const leak = leaks.find(([, pattern]) => pattern.test(text));
    if (leak) return fault(`shows ${leak[0]}`);
    if (secrets.some((secret) => text.includes(secret))) return fault('shows a secret');
    if (!/^[0-9a-f-]{36}$/.test(String(headers['x-request-id']))) return fault('no request id');
    if (method === 'HEAD') return undefined;
    const contentType = headers['content-type'];
    const body = jsonOf(response);
    if (status >= 400) {
      const failure = ErrorBody.strict().safeParse(body);
      if (!failure.success) return fault(`a failure (${status}) of another shape`);
      const { code, request_id } = failure.data;
      if (errorStatuses[code] !== status) return fault(`code ${code} with status ${status}`);
      if (request_id !== headers['x-request-id']) return fault('two request ids');
    }
    if (isElsewhere) return undefined;

    const declared = operation.responses[status];
    if (!declared) return fault(`undeclared status ${status}`);
    if (!declared.content) return text === '' ? undefined : fault(`a body where ${status} has none`);
    const content = declared.content[contentType?.split(';')[0] ?? ''];
    if (!content) return fault(`${status} as ${contentType}`);
    if (!content.schema) return undefined;
    const fit = documentedSchema(document, content.schema).safeParse(body);
    if (!fit.success) return fault(`${status} outside its schema`, `${fit.error.message}\n${text}`);
    const { code } = body as { code?: string };
    if (status >= 400 && !(String(code) in (content.examples ?? {}))) {
      return fault(`undeclared code ${code} of ${status}`);
    }
    return undefined;
  };
}

/** Undefined where it is no JSON. */
export function jsonOf(response: FuzzResponse): unknown {
  if (!response.headers['content-type']?.startsWith('application/json')) return undefined;
  try {
    return JSON.parse(decoded(response).toString());
  } catch {
    return undefined;
  }
}

function decoded({ headers, body }: FuzzResponse): Buffer {
  if (body.length === 0) return body;
  switch (headers['content-encoding']) {
    case 'gzip':
      return gunzipSync(body);
    case 'br':
      return brotliDecompressSync(body);
    default:
      return body;
  }
}
