import { z } from 'zod';

export const errorStatuses = {
  validation_failed: 400,
  invalid_credentials: 400,
  invalid_link: 400,
  invalid_invitation: 400,
  invalid_code: 400,
  not_authenticated: 401,
  token_not_valid: 401,
  forbidden: 403,
  account_not_verified: 403,
  account_disabled: 403,
  account_suspended: 403,
  network_blocked: 403,
  view_reason_required: 403,
  csrf_failed: 403,
  reauthentication_required: 403,
  sign_in_required: 403,
  password_change_required: 403,
  second_factor_required: 403,
  storage_limit_reached: 403,
  registration_closed: 403,
  insufficient_scope: 403,
  not_found: 404,
  no_average: 404,
  record_gone: 404,
  request_timeout: 408,
  conflict: 409,
  already_flagged: 409,
  average_too_old: 409,
  use_provider: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

/** The reasons why fields are refused, keyed by field. */
export type FieldErrors = Record<string, string[]>;

/** Only field errors have `details`. */
export const ErrorBody = z
  .object({
    msg: z.string(),
    code: z.enum(Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]),
    details: z.record(z.string(), z.array(z.string())).optional(),
    url: z
      .string()
      .optional()
      .describe('Of `use_provider`: where the browser goes to confirm that it is the user.'),
    request_id: z.string(),
  })
  .meta({ id: 'Error', description: 'Every error has this shape.' });

export type ErrorBody = z.infer<typeof ErrorBody>;
