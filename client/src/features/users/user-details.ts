import type { User } from 'contract/user.ts';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#api/api-error.ts';

/** The values of a form of user details, as typed; empty for null. */
export interface UserDetailsInput {
  new_password: string;
  confirm_new_password: string;
  email: string;
  username: string;
  date_of_birth: string;
  country_name: string;
  country_code: string;
  phone_number: string;
}

/** In the order of the form. */
export const userDetailsFields = [
  'new_password',
  'confirm_new_password',
  'email',
  'username',
  'date_of_birth',
  'country_name',
  'country_code',
  'phone_number',
] as const satisfies readonly (keyof UserDetailsInput)[];

export function userDetailsOf(user: User): UserDetailsInput {
  return {
    new_password: '',
    confirm_new_password: '',
    email: user.email,
    username: user.username,
    date_of_birth: user.date_of_birth ?? '',
    country_name: user.country_name ?? '',
    country_code: user.country_code ?? '',
    phone_number: user.phone_number ?? '',
  };
}

export interface ImageChange {
  /** The new image; null keeps what is stored, unless `isRemoved`. */
  file: File | null;
  isRemoved: boolean;
}

/** Whether there is anything to save. `dirtyFields` survives a refetch of the record, `isDirty` does not. */
export function hasChanges(
  { dirtyFields }: { dirtyFields: object },
  { file, isRemoved }: ImageChange,
): boolean {
  return isRemoved || file !== null || Object.values(dirtyFields).includes(true);
}

/**
 * The multipart form of an update: the record's details, overridden by the form's values, without the image path; the
 * passwords only when a new one was typed; the new image, if one was chosen.
 * @param input the form's values; booleans are staff's fields.
 * @param untouched fields to leave out: a form that was opened earlier must not revert another user's change.
 */
export function userDetailsForm(
  user: User,
  input: UserDetailsInput & Record<string, string | boolean>,
  { file, isRemoved }: ImageChange,
  untouched: readonly string[],
): FormData {
  const { user_image: _path, ...details } = user;
  const { new_password, confirm_new_password, ...typed } = input;
  const form = new FormData();
  for (const [field, value] of Object.entries({ ...details, ...typed })) {
    if (!untouched.includes(field)) form.append(field, value === null ? '' : String(value));
  }
  if (new_password) {
    form.append('new_password', new_password);
    form.append('confirm_new_password', confirm_new_password);
  }
  if (file) form.append('user_image', file);
  form.append('delete_image', String(isRemoved));
  return form;
}

/** Resets the form to the saved record; values typed since the submit stay, unsaved. */
export function showSaved<Input extends FieldValues>(
  form: UseFormReturn<Input>,
  saved: Input,
  sent: Input,
): void {
  const typed = form.getValues();
  form.reset(saved, { keepDirtyValues: false });
  for (const field of Object.keys(typed) as (Path<Input> & keyof Input)[]) {
    if (typed[field] !== sent[field]) form.setValue(field, typed[field], { shouldDirty: true });
  }
}

/**
 * Shows the server's reasons beside the refused fields and focuses the first.
 * @param fields the form's fields, in its order; reasons for any other are left to the caller.
 */
export function showRefusedFields<Input extends FieldValues>(
  form: UseFormReturn<Input>,
  error: Error,
  fields: readonly Path<Input>[],
): void {
  if (!(error instanceof ApiError)) return;
  const refused = fields.filter((field) => error.details[field]?.length);
  for (const field of refused) form.setError(field, { message: error.details[field]?.join(' ') ?? '' });
  if (refused[0]) form.setFocus(refused[0]);
}
