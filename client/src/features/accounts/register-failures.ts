import { messages } from 'contract/messages.ts';
import { ApiError } from '#api/api-error.ts';
import { failureText } from './failure-text.ts';
import { type RegisterUserInput, registerFields } from './register-input.ts';

type FieldTexts = Partial<Record<keyof RegisterUserInput, string>>;

/** What toasts say of a refused registration: each field's reasons one by one, or else the one message. */
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

/** The name and the address that somebody else has, with what stands beside their fields. */
export function takenFields(error: Error): FieldTexts {
  const said = [error.message, ...registrationFailures(error)].join(' ');
  return {
    ...(said.includes(messages.usernameExists) && { username: 'IDENTIFIER ALREADY REGISTERED' }),
    ...(said.includes(messages.emailExists) && { email: 'EMAIL ALREADY REGISTERED' }),
  };
}

/** The reasons that the server gave for single fields. */
export function refusedFields(error: Error): FieldTexts {
  if (!(error instanceof ApiError)) return {};
  const reasons = registerFields.map((field) => [field, (error.details[field] ?? []).join(' ')] as const);
  return Object.fromEntries(reasons.filter(([, text]) => text));
}
