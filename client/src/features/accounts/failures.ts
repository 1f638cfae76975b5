import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import type { registerUser } from 'contract/accounts/accounts.ts';
import type { RouteInput } from 'contract/route.ts';
import { messages } from 'contract/texts.ts';
import { ApiError, detailsOf } from '#api/api-error.ts';
import { failureText } from '#api/failures.ts';
import { passkeyFailure } from '#parts/second-factor/passkeys.ts';

interface LoginFailure {
  text: string;
  reason?: string;
  flag?: 'tooManyAttempts' | 'accountNotVerified';
  /** The time until the next attempt is allowed; 0 if it is allowed now. */
  waitMs: number;
}

const unknown = 'An unexpected error occurred. Please try again.';
const unknownTexts = { fallbackText: unknown, networkErrorText: unknown };

export function loginFailure(error: Error): LoginFailure {
  const reason = failureText(error, unknownTexts);
  const { code, retryAfterSeconds = 0 } = error instanceof ApiError ? error : {};
  const waitMs = 1_000 * retryAfterSeconds;
  if (code === 'invalid_credentials') return { text: 'INVALID ACCESS CREDENTIALS', waitMs };
  const denied = { text: 'ACCESS DENIED. RETRY', reason, waitMs };
  if (code === 'too_many_requests') return { ...denied, flag: 'tooManyAttempts' };
  if (code === 'account_not_verified') return { ...denied, flag: 'accountNotVerified' };
  return denied;
}

export const secondFactorFailure = (error: Error): string =>
  passkeyFailure(error) ?? failureText(error, unknownTexts);

const registrationFailed = 'REGISTRATION FAILED. RETRY';

export type RegisterUserInput = RouteInput<typeof registerUser>['body'];

export const isInvalidInvitation = (error: Error): boolean =>
  error instanceof ApiError && error.code === 'invalid_invitation';

/** The fields in the order of the form: the first refused field takes the message. */
const registerFields: (keyof RegisterUserInput)[] = ['username', 'email', 'password', 'confirm_password'];

type Refusal = [field: string, reasons: string[]];

/** The texts for values that another account has. */
const takenTexts = {
  username: { message: accountMessages.usernameExists, text: 'IDENTIFIER ALREADY REGISTERED' },
  email: { message: accountMessages.emailExists, text: 'EMAIL ALREADY REGISTERED' },
};

const takenIn = (details: ReturnType<typeof detailsOf>) =>
  Object.entries(takenTexts).flatMap(([field, { message, text }]): Refusal[] =>
    details[field]?.some((reason) => reason.includes(message)) ? [[field, [text]]] : [],
  );

/** The same texts for a registration through the provider, whose form has no field for the email address. */
export function openIdRegistrationFailure(error: Error): Error {
  const details = detailsOf(error);
  const taken = takenIn(details);
  if (taken.length === 0) return error;
  return new ApiError(registrationFailed, {
    status: 409,
    details: { ...details, ...Object.fromEntries(taken) },
  });
}

/** Each reason is displayed once: at its field, or else as the form's message with a toast. */
export function registrationFailure(error: Error): { refusal: ApiError; toasts: string[] } {
  const details = detailsOf(error);
  const taken = takenIn(details);
  const refused = registerFields.flatMap((field): Refusal[] => {
    const reasons = details[field];
    return reasons ? [[field, [reasons.join(' ')]]] : [];
  });
  const [first] = refused;
  if (first && taken.length === 0) first[1].unshift(`${registrationFailed}.`);
  return {
    refusal: new ApiError(registrationFailed, {
      status: 400,
      details: Object.fromEntries([...refused, ...taken]),
    }),
    toasts: first || isInvalidInvitation(error) ? [] : reasonsOf(error),
  };
}

/** The reasons of all fields, or else the message. */
function reasonsOf(error: Error): string[] {
  const reasons = Object.values(detailsOf(error)).flat();
  if (reasons.length > 0) return reasons;
  return [
    failureText(error, {
      fallbackText: 'Registration failed. Please try again.',
      networkErrorText: 'An error occurred during registration.',
    }),
  ];
}

export function resendFailure(error: Error): string {
  return failureText(error, {
    fallbackText: messages.anErrorOccurred,
    networkErrorText: 'Failed to resend verification email.',
  });
}
