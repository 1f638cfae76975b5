import { type ErrorBody, type ErrorCode, errorStatuses, type FieldErrors } from 'contract/errors.ts';
import { messages } from 'contract/messages.ts';

interface AppErrorOptions {
  details?: FieldErrors;
  /** Sent as `Retry-After` with 429 and 503. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A failure that has an answer: its code decides the status, its message is for a person. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Where Fastify looks for it. */
  readonly statusCode: number;
  readonly details: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.statusCode = errorStatuses[code];
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export function validationFailed(details: FieldErrors): AppError {
  const fields = Object.entries(details).map(([field, reasons]) => `${field}: ${reasons.join(' ')}`);
  return new AppError('validation_failed', fields.join(' '), { details });
}

export function notFound(): AppError {
  return new AppError('not_found', 'Not found.');
}

export const unavailableRetrySeconds = 5;

export function unavailable(cause: unknown): AppError {
  return new AppError('unavailable', 'The service is unavailable for the moment. Please try again.', {
    retryAfterSeconds: unavailableRetrySeconds,
    cause,
  });
}

/** The envelope of a failure; says nothing of the inside for what is not an `AppError`. */
export function errorBody(error: AppError | undefined, requestId: string): ErrorBody {
  if (!error) return { msg: messages.somethingWentWrong, code: 'internal_error', request_id: requestId };
  return {
    msg: error.message,
    code: error.code,
    ...(error.details && { details: error.details }),
    request_id: requestId,
  };
}
