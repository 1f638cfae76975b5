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
 * The request body: the user's stored fields without the image path, replaced by the input; passwords only if typed.
 * @param uneditedFields fields to omit, so that a concurrent change of them is not reverted.
 */
export function userDetailsForm(user: User, input: UserDetailsInput, uneditedFields: readonly string[]) {
  const { user_image: _path, ...details } = user;
  const { new_password, confirm_new_password, user_image, delete_image, ...fields } = input;
  const form = new FormData();
  for (const [field, value] of Object.entries({ ...details, ...fields })) {
    // A form has no null, and its text would be taken as a text.
    if (value === null || value === undefined || uneditedFields.includes(field)) continue;
    form.append(field, String(value));
  }
  if (new_password) {
    form.append('new_password', new_password);
    form.append('confirm_new_password', confirm_new_password);
  }
  if (user_image) form.append('user_image', user_image);
  form.append('delete_image', String(delete_image));
  return form;
}
