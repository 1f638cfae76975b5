import { byProfileField, type ProfileField } from 'contract/users/profile-fields.ts';
import type { User } from 'contract/users/user.ts';
import { type ImageInput, unchangedImage } from './image-choice.ts';

/** The user's details as values of a form, in which null is an empty text. */
export interface UserDetailsInput extends ImageInput, Record<ProfileField, string> {
  new_password: string;
  confirm_new_password: string;
  email: string;
  username: string;
}

/** The stored details as form values, in the order of the form. */
export function userDetailsOf(user: User): UserDetailsInput {
  return {
    ...unchangedImage,
    new_password: '',
    confirm_new_password: '',
    email: user.email,
    username: user.username,
    ...byProfileField((name) => user[name] ?? ''),
  };
}

/**
 * The request body: only the fields that were edited, so that a concurrent change of the others is not reverted. The code
 * of a country follows its name.
 */
export function userDetailsForm(
  { user_image, delete_image, ...fields }: UserDetailsInput,
  edited: Readonly<Record<string, unknown>>,
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    if (edited[field === 'country_code' ? 'country_name' : field]) form.append(field, value);
  }
  if (user_image) form.append('user_image', user_image);
  form.append('delete_image', String(delete_image));
  return form;
}
