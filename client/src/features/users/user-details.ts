import type { User } from 'contract/users.ts';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '#api/api-error.ts';

/** What a form of user details holds, all of it text as typed; empty where there is nothing. */
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

/** Whether anything would be lost without a save. Dirty fields outlast a new reading of the record, `isDirty` does not. */
export function hasChanges(
  { dirtyFields }: { dirtyFields: object },
  { file, isRemoved }: ImageChange,
): boolean {
  return isRemoved || file !== null || Object.values(dirtyFields).includes(true);
}

/**
 * The multipart form of an update: all details of the record as it was read, with what the form holds in their
 * place, but no image path; the passwords only when a new one was typed; the new image, if one was chosen.
 * @param input what the form holds; booleans are for staff's own fields.
 * @param untouched fields to leave out, which therefore stay: a form that has stood open for a while must not change
 * back what somebody else has changed since.
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

/** After a save: the form holds what is stored now, and what was typed since the form was sent stays to be saved. */
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
 * Puts what the server refused beside its fields and the focus on the first of them.
 * @param fields those of the form, in its order; reasons for any other are left to the caller.
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
