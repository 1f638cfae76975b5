import type { ErrorCode, FieldErrors } from 'contract/errors.ts';
import { Refusal } from 'engine/refusal.ts';

interface ApiErrorDetails {
  /** HTTP status; 0 without a response. */
  status: number;
  code?: ErrorCode | undefined;
  hasServerMessage?: boolean;
  details?: FieldErrors | undefined;
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
}

/** Its message is written for the user. */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}

export class ApiError extends UserError {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | undefined;
  /** Whether the response had a message, which a screen displays instead of its own text. */
  readonly hasServerMessage: boolean;
  /** Reasons by refused field. */
  readonly details: FieldErrors;
  /** The search of staff that failed. */
  search: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Also in the server's log. */
  readonly requestId: string | undefined;

  constructor(
    message: string,
    { status, code, hasServerMessage = false, details, retryAfterSeconds, requestId }: ApiErrorDetails,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.hasServerMessage = hasServerMessage;
    this.details = details ?? {};
    this.retryAfterSeconds = retryAfterSeconds;
    this.requestId = requestId;
  }
}

/** Reasons by refused field, of the server or of the engine on this device; none of other failures. */
export function detailsOf(error: unknown): FieldErrors {
  return error instanceof ApiError || error instanceof Refusal ? error.details : {};
}
