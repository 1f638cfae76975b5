import { formatNumber } from 'contract/formats.ts';
import { flagMessages } from 'contract/flags/flags.constants.ts';
import { identityMessages } from 'contract/identities/identities.constants.ts';
import { type ErrorBody, type ErrorCode, errorStatuses, type FieldErrors } from 'contract/errors.ts';
import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import { invitationMessages } from 'contract/invitations/invitations.constants.ts';
import { fileMessages } from 'contract/files/files.constants.ts';
import { secondFactorMessages } from 'contract/second-factors/second-factors.constants.ts';
import { rateGapMessages } from 'contract/rate-gap/rate-gap.constants.ts';
import { viewReasonMessages } from 'contract/view-reasons/view-reasons.constants.ts';
import { idempotencyMessages } from 'contract/idempotency.ts';
import { messages } from 'contract/texts.ts';
import type { z } from 'zod';
import { tokenMessages } from 'contract/tokens/tokens.constants.ts';

/** Also displayed in the API documentation. */
export const errorMessages: Readonly<Record<ErrorCode, string>> = {
  validation_failed: 'The request is malformed.',
  invalid_credentials: accountMessages.invalidCredentials,
  invalid_link: accountMessages.resetLinkInvalid,
  invalid_invitation: invitationMessages.invalid,
  invalid_code: secondFactorMessages.wrong,
  not_authenticated: accountMessages.signInFirst,
  token_not_valid: accountMessages.sessionOver,
  forbidden: 'You may not do this.',
  account_not_verified: accountMessages.accountNotVerified,
  account_disabled: accountMessages.accountDisabled,
  account_suspended: accountMessages.accountSuspended,
  network_blocked: 'Requests from your network are blocked.',
  view_reason_required: viewReasonMessages.required,
  csrf_failed: 'The X-CSRFToken header must equal the csrftoken cookie.',
  reauthentication_required: accountMessages.reauthenticationNeeded,
  sign_in_required: accountMessages.signInToConfirmEmail,
  second_factor_required: secondFactorMessages.required,
  password_change_required: 'Please change your temporary password first.',
  storage_limit_reached: fileMessages.storageLimitReached,
  registration_closed: accountMessages.registrationClosed,
  insufficient_scope: tokenMessages.insufficientScope,
  not_found: 'Not found.',
  no_average: rateGapMessages.noAverage,
  request_timeout: 'The request took too long to arrive.',
  conflict: accountMessages.usernameExists,
  already_flagged: flagMessages.alreadyFlagged,
  average_too_old: rateGapMessages.averageTooOld,
  use_provider: identityMessages.useProvider,
  record_gone: idempotencyMessages.recordGone,
  payload_too_large: 'The request is too large.',
  unsupported_media_type: 'The content type is not supported here.',
  range_not_satisfiable: 'The file is shorter than the range.',
  idempotency_key_reused: idempotencyMessages.reused,
  too_many_requests: `${messages.tooManyRequests}. Please try again later.`,
  headers_too_large: 'The request headers are too large.',
  internal_error: messages.somethingWentWrong,
  unavailable: 'The service is unavailable for the moment. Please try again.',
};

export type RequestPart = 'body' | 'query';

interface AppErrorOptions {
  details?: FieldErrors;
  retryAfterSeconds?: number;
  /** What was used up, beside the limit of the operation. */
  usedLimit?: UsedLimit;
  url?: string;
  cause?: unknown;
}

interface UsedLimit {
  name: string;
  max: number;
  windowSeconds: number;
}

/** The code determines the status and the default message. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly details: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly usedLimit: UsedLimit | undefined;
  readonly url: string | undefined;

  constructor(code: ErrorCode, message = errorMessages[code], options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.statusCode = errorStatuses[code];
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.usedLimit = options.usedLimit;
    this.url = options.url;
  }
}

/** Clients show the message at the field. */
export const errorAtField = (code: ErrorCode, field: string, message: string) =>
  new AppError(code, message, { details: { [field]: [message] } });

export function validationFailed(details: FieldErrors): AppError {
  const fields = Object.entries(details).map(([field, reasons]) => `${field}: ${reasons.join(' ')}`);
  return new AppError('validation_failed', fields.join(' '), { details });
}

/** More fields are counted, so that a refusal costs no more than a response. */
const maxNamedFields = 20;

/** The errors of fields that an operation does not have, by their paths. `part` is that of the request. */
export function unknownFieldErrors(paths: readonly string[], part: RequestPart = 'body'): [string, string][] {
  const errors = paths
    .slice(0, maxNamedFields)
    .map((path): [string, string] => [path, messages.unknownField]);
  const more = paths.length - maxNamedFields;
  if (more > 0) errors.push([part, `Unknown fields, and ${formatNumber(more)} more.`]);
  return errors;
}

/** Lists Zod's issues by field path, each message once. Of a field of a wrong type, no other fault is meant. */
export function fieldErrors(error: z.ZodError, part: RequestPart = 'body'): FieldErrors {
  const unknown = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')) : [],
  );
  const pathOf = ({ path }: z.core.$ZodIssue) => path.join('.') || part;
  const mistyped = new Set(error.issues.filter(({ code }) => code === 'invalid_type').map(pathOf));
  const known = error.issues.filter(
    (issue) =>
      issue.code === 'invalid_type' || (issue.code !== 'unrecognized_keys' && !mistyped.has(pathOf(issue))),
  );
  const fields = known
    .slice(0, maxNamedFields)
    .map((issue): [string, string] => [pathOf(issue), issue.message]);
  const more = known.length - maxNamedFields;
  if (more > 0) fields.push([part, `Other fields are wrong, too: ${formatNumber(more)} faults more.`]);
  fields.push(...unknownFieldErrors(unknown, part));
  const details: FieldErrors = Object.create(null) as FieldErrors;
  for (const [field, reason] of fields) {
    const reasons = (details[field] ??= []);
    if (!reasons.includes(reason)) reasons.push(reason);
  }
  return details;
}

export function notFound(): AppError {
  return new AppError('not_found');
}

export const tooManyRequests = (
  waitSeconds: number,
  message = errorMessages.too_many_requests,
  usedLimit?: UsedLimit,
) =>
  new AppError('too_many_requests', message, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitSeconds)),
    ...(usedLimit && { usedLimit }),
  });

export const unavailableRetrySeconds = 5;

export function unavailable(cause: unknown): AppError {
  return new AppError('unavailable', errorMessages.unavailable, {
    retryAfterSeconds: unavailableRetrySeconds,
    cause,
  });
}

export function busy(retryAfterSeconds: number): AppError {
  return new AppError('unavailable', 'The service is busy for the moment. Please try again.', {
    retryAfterSeconds,
  });
}

/** Hides the details of errors other than `AppError`. */
export function errorBody(error: AppError | undefined, requestId: string): ErrorBody {
  if (!error) return { msg: errorMessages.internal_error, code: 'internal_error', request_id: requestId };
  return {
    msg: error.message,
    code: error.code,
    ...(error.details && { details: error.details }),
    ...(error.url !== undefined && { url: error.url }),
    request_id: requestId,
  };
}
