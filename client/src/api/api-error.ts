import type { ErrorCode, FieldErrors } from 'contract/errors.ts';
import { messages } from 'contract/messages.ts';

interface ApiErrorDetails {
  /** HTTP status; 0 when no answer came. */
  status: number;
  code?: ErrorCode | undefined;
  details?: FieldErrors | undefined;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
}

/** A call that failed: the server refused it, broke, or never answered. Its message is for a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | undefined;
  /** Field name to the reasons it was refused; empty unless fields were. */
  readonly details: FieldErrors;
  /** How long the server asks to wait before the next try. */
  readonly retryAfterSeconds: number | undefined;
  /** Finds the server's log line of this call. */
  readonly requestId: string | undefined;

  constructor(message: string, { status, code, details, retryAfterSeconds, requestId }: ApiErrorDetails) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details ?? {};
    this.retryAfterSeconds = retryAfterSeconds;
    this.requestId = requestId;
  }
}

/** What a failed answer says, in the order in which it is looked for. */
const messageFields = ['msg', 'code', 'details', 'error'] as const;

/** The error of an answer that is no success; `body` is whatever could be read of it. */
export function refusedCall(response: Response, body: unknown): ApiError {
  const said = isRecord(body) ? body : {};
  const retryAfter = response.headers.get('retry-after');
  const retryAfterSeconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  return new ApiError(response.status === 401 ? messages.unauthorizedLoggingOut : messageOf(said), {
    status: response.status,
    code: typeof said['code'] === 'string' ? (said['code'] as ErrorCode) : undefined,
    details: isRecord(said['details']) ? (said['details'] as FieldErrors) : undefined,
    retryAfterSeconds: Number.isNaN(retryAfterSeconds) ? undefined : retryAfterSeconds,
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}

/** The error of a call that no readable answer came back from. What a parser says of an unreadable one is for nobody. */
export function unansweredCall(cause: unknown): ApiError {
  const said = cause instanceof Error && !(cause instanceof SyntaxError) ? cause.message : '';
  return new ApiError(said || messages.anUnexpectedErrorOccurred, { status: 0 });
}

function messageOf(body: Record<string, unknown>): string {
  for (const field of messageFields) {
    const text = textOf(body[field]);
    if (text) return text;
  }
  return messages.anErrorOccurred;
}

/** Texts as they are; those inside lists and objects one after the other. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null
    ? Object.values(value).map(textOf).filter(Boolean).join(' ')
    : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
