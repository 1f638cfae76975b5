import type { User } from 'contract/users/user.ts';
import { type ImageInput, unchangedImage } from './image-choice.ts';

/** The user's details as values of a form, in which null is an empty text. */
export interface UserDetailsInput extends ImageInput {
  new_password: string;
  confirm_new_password: string;
  email: string;
  username: string;
  date_of_birth: string;
  country_name: string;
  country_code: string;
  phone_number: string;
}

/** The stored details as form values, in the order of the form. */
export function userDetailsOf(user: User): UserDetailsInput {
  return {
    ...unchangedImage,
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
