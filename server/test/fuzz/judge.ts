import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { ErrorBody, errorStatuses } from 'contract/errors.ts';
import type { RawAnswer } from './exchange.ts';
import type { DeclaredAnswer } from './operations.ts';
import type { FuzzRequest, WrittenRequest } from './requests.ts';

/** What is wrong with an answer; `kind` is the same for the same fault of two answers. */
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

/** The first fault of an answer to this request, if it has one. */
export function judge(
  request: FuzzRequest,
  written: WrittenRequest,
  answer: RawAnswer | undefined,
  secrets: readonly string[] = [],
): Fault | undefined {
  if (!answer)
    return written.isBrokenOff ? undefined : fault('no answer', 'The connection ended without one.');
  const text = textOf(answer);
  if (answer.status >= 500) return fault(`status ${answer.status}`, text);
  const leak = leaks.find(([, pattern]) => pattern.test(text));
  if (leak) return fault(`shows ${leak[0]}`, text);
  if (secrets.some((secret) => text.includes(secret))) return fault('shows a secret', text);
  const id = answer.headers.get('x-request-id');
  if (id?.length !== 1 || !/^[0-9a-f-]{36}$/.test(id[0] ?? '')) return fault('no request id', String(id));
  const isElsewhere = written.path.isElsewhere || request.method !== request.operation.method;
  if (answer.status >= 400 || isElsewhere) {
    const failure = answer.status < 400 ? undefined : judgeFailure(answer, text, request.method === 'HEAD');
    if (failure || isElsewhere) return failure;
  }
  const declared = request.operation.answers.get(answer.status);
  if (!declared) return fault(`undeclared status ${answer.status}`, text);
  return judgeDeclared(declared, answer, text);
}

function judgeDeclared(declared: DeclaredAnswer, answer: RawAnswer, text: string): Fault | undefined {
  const { mediaType, validate, codes } = declared;
  const contentType = answer.headers.get('content-type')?.join();
  if (mediaType === undefined) {
    return answer.body.length > 0 ? fault(`a body where ${answer.status} has none`, text) : undefined;
  }
  if (contentType?.split(';')[0] !== mediaType) {
    return fault(`${answer.status} as ${contentType}`, `Declared: ${mediaType}.`);
  }
  if (!validate) return undefined;
  const body = parsed(text);
  if (!validate(body)) {
    return fault(`${answer.status} outside its schema`, `${JSON.stringify(validate.errors)}\n${text}`);
  }
  const { code } = body as { code?: string };
  if (answer.status >= 400 && !codes.has(String(code)))
    return fault(`undeclared code ${code} of ${answer.status}`, text);
  return undefined;
}

/** The one shape of failures, whatever the document says: also where no operation answers. */
function judgeFailure({ status, headers }: RawAnswer, text: string, isHead: boolean): Fault | undefined {
  if (headers.get('content-type')?.join() !== 'application/json; charset=utf-8') {
    return fault(`a failure as ${headers.get('content-type')?.join()}`, text);
  }
  if (isHead) return undefined;
  const failure = ErrorBody.strict().safeParse(parsed(text));
  if (!failure.success) return fault(`a failure (${status}) of another shape`, text);
  const { code, request_id } = failure.data;
  if (errorStatuses[code] !== status) return fault(`code ${code} with status ${status}`, text);
  return request_id === headers.get('x-request-id')?.[0] ? undefined : fault('two request ids', text);
}

const fault = (kind: string, message: string): Fault => ({ kind, message });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textOf({ headers, body }: RawAnswer): string {
  if (body.length === 0) return '';
  switch (headers.get('content-encoding')?.join()) {
    case 'gzip':
      return gunzipSync(body).toString();
    case 'br':
      return brotliDecompressSync(body).toString();
    case 'deflate':
      return inflateSync(body).toString();
    default:
      return body.toString();
  }
}
