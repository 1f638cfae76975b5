import type { ErrorBody, ErrorCode } from 'contract/errors.ts';
import type { Route } from 'contract/route.ts';
import { AppError, errorBody, errorMessages, validationFailed } from '#errors.ts';
import { fieldErrors } from './error-handler.ts';

const exampleRequestId = '5f0c1d9e-3a64-4c1b-9f0e-8d2b7a416c35';

/** A failure of this route as it would be answered; a refused body or query names its fields. */
export function errorExample(code: ErrorCode, route: Route): ErrorBody {
  const refused = code === 'validation_failed' ? refusal(route) : undefined;
  return errorBody(refused ?? new AppError(code, errorMessages[code]), exampleRequestId);
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
