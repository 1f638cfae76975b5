import { userMessages } from 'contract/users/users.constants.ts';
import { ApiError } from '#api/api-error.ts';
import { FormFailure } from '#parts/form/form.tsx';

/** The failure of a form with a user's details. */
export function UpdateFailure({ error }: { error: Error | null }) {
  return error && <FormFailure>{failureText(error)}</FormFailure>;
}

function failureText(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  if (error.hasServerMessage) return `Error updating user: ${error.message}`;
  return error.status === 0 ? 'Error updating user details' : userMessages.userUpdateFailed;
}
