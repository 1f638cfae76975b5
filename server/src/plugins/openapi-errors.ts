import type { ErrorBody, ErrorCode } from 'contract/errors.ts';
import { messages } from 'contract/messages.ts';
import type { Route } from 'contract/route.ts';
import { AppError, errorBody, validationFailed } from '#errors.ts';
import { fieldErrors } from './error-handler.ts';

/** What a code's message may say, for the documentation; a route may say it more precisely. */
const exampleMessages: Record<ErrorCode, string> = {
  validation_failed: 'The request is malformed.',
  invalid_credentials: messages.invalidCredentials,
  invalid_link: messages.resetLinkInvalid,
  not_authenticated: messages.signInFirst,
  token_not_valid: messages.sessionOver,
  forbidden: 'You may not do this.',
  account_not_verified: messages.accountNotVerified,
  account_disabled: messages.accountDisabled,
  csrf_failed: 'The X-CSRFToken header must equal the csrftoken cookie.',
  reauthentication_required: 'Please confirm your password first.',
  sign_in_required: messages.signInFirst,
  password_change_required: 'Please change your temporary password first.',
  storage_limit_reached: messages.storageLimitReached,
  not_found: 'Not found.',
  request_timeout: 'The request took too long to arrive.',
  conflict: messages.usernameExists,
  payload_too_large: 'The request is too large.',
  unsupported_media_type: 'The content type is not supported here.',
  too_many_requests: `${messages.tooManyRequests}. Please try again later.`,
  headers_too_large: 'The request headers are too large.',
  internal_error: messages.somethingWentWrong,
  unavailable: 'The service is unavailable for the moment. Please try again.',
};

const exampleRequestId = '5f0c1d9e-3a64-4c1b-9f0e-8d2b7a416c35';

/** A failure of this route as it would be answered; a refused body or query names its fields. */
export function errorExample(code: ErrorCode, route: Route): ErrorBody {
  const refused = code === 'validation_failed' ? refusal(route) : undefined;
  return errorBody(refused ?? new AppError(code, exampleMessages[code]), exampleRequestId);
}

/** What the route's own schema says of nothing at all or, where that will do, of a field it does not know. */
function refusal({ body, query }: Route): AppError | undefined {
  const schema = body ?? query;
  for (const input of [{}, { unexpected: true }]) {
    const error = schema?.safeParse(input).error;
    if (error) return validationFailed(fieldErrors(error));
  }
  return undefined;
}
