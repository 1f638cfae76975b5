import { accountMessages } from 'contract/accounts.constants.ts';
import { ApiError } from '#api/api-error.ts';
import { failureText } from './failure-text.ts';
import { type RegisterUserInput, registerFields } from './register-input.ts';

type FieldTexts = Partial<Record<keyof RegisterUserInput, string>>;

/** The toasts of a refused registration: every field's reasons, or else the one message. */
export function registrationFailures(error: Error): string[] {
  const reasons = error instanceof ApiError ? Object.values(error.details).flat() : [];
  if (reasons.length > 0) return reasons;
  return [
    failureText(error, {
      unsaid: 'Registration failed. Please try again.',
      unanswered: 'An error occurred during registration.',
    }),
  ];
}

/** The fields whose value is taken, with the text beside each. The specification tells them apart by the message. */
export function takenFields(error: Error): FieldTexts {
  const said = [error.message, ...registrationFailures(error)].join(' ');
  return {
    ...(said.includes(accountMessages.usernameExists) && { username: 'IDENTIFIER ALREADY REGISTERED' }),
    ...(said.includes(accountMessages.emailExists) && { email: 'EMAIL ALREADY REGISTERED' }),
  };
}

/** The server's reasons, by field. */
export function refusedFields(error: Error): FieldTexts {
  if (!(error instanceof ApiError)) return {};
  const reasons = registerFields.map((field) => [field, (error.details[field] ?? []).join(' ')] as const);
  return Object.fromEntries(reasons.filter(([, text]) => text));
}
