import type { ErrorCode, FieldErrors } from 'contract/errors.ts';
import { messages } from 'contract/texts.ts';
import { ApiError } from './api-error.ts';
import { codeOfMessage, fieldErrorsOfMessage } from './failures.ts';

/**
 * Reads the body of a response.
 * @throws {ApiError} when the call is refused, fails or gets no readable response.
 */
export async function readResponse<Body>(
  pending: Promise<Response>,
  read: (response: Response) => Promise<Body>,
): Promise<Body> {
  try {
    const response = await pending;
    if (!response.ok) throw await refusalOf(response);
    return await read(response);
  } catch (error) {
    throw error instanceof ApiError ? error : networkError(error);
  }
}

export async function refusalOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const fields = isRecord(body) ? body : {};
  const retryAfter = response.headers.get('retry-after');
  const retryAfterSeconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  const serverMessage = messageOf(fields);
  const message = serverMessage || messages.anErrorOccurred;
  return new ApiError(response.status === 401 ? messages.unauthorizedLoggingOut : message, {
    status: response.status,
    code: typeof fields['code'] === 'string' ? (fields['code'] as ErrorCode) : codeOfMessage(message),
    hasServerMessage: serverMessage !== '',
    details: isRecord(fields['details']) ? (fields['details'] as FieldErrors) : fieldErrorsOfMessage(message),
    retryAfterSeconds: Number.isNaN(retryAfterSeconds) ? undefined : retryAfterSeconds,
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}

/** Messages of `fetch` and of parsers are not for users. */
function networkError(cause: unknown): ApiError {
  if (cause instanceof TypeError) return new ApiError(messages.serverUnreachable, { status: 0 });
  const message = cause instanceof Error && !(cause instanceof SyntaxError) ? cause.message : '';
  return new ApiError(message || messages.anUnexpectedErrorOccurred, { status: 0 });
}

/** In order of precedence. */
const messageFields = ['msg', 'code', 'details', 'error'] as const;

/** @returns an empty text for a body without a message. */
export function messageOf(body: unknown): string {
  if (!isRecord(body)) return '';
  for (const field of messageFields) {
    const text = textOf(body[field]);
    if (text) return text;
  }
  return '';
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null
    ? Object.values(value).map(textOf).filter(Boolean).join(' ')
    : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
