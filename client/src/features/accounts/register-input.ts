import type { registerUser } from 'contract/accounts.ts';
import type { RouteInput } from 'contract/route.ts';

export type RegisterUserInput = RouteInput<typeof registerUser>['body'];

/** In the order of the form. */
export const registerFields = [
  'username',
  'email',
  'password',
  'confirm_password',
] as const satisfies readonly (keyof RegisterUserInput)[];

export const emptyRegistration: RegisterUserInput = {
  username: '',
  email: '',
  password: '',
  confirm_password: '',
};
