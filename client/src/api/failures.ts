import { accountMessages, messageMarks } from 'contract/accounts/accounts.constants.ts';
import type { ErrorCode, FieldErrors } from 'contract/errors.ts';
import { messages } from 'contract/texts.ts';
import { ApiError } from './api-error.ts';

/** Recognizes the failure by its message, because a server may send no error code. */
export function codeOfMessage(message: string): ErrorCode | undefined {
  if (message.startsWith(messages.tooManyRequests)) return 'too_many_requests';
  if (message.includes(accountMessages.invalidCredentials)) return 'invalid_credentials';
  if (message.includes(messageMarks.accountNotVerified)) return 'account_not_verified';
  return undefined;
}

/** The fields whose value another account has, by the message, because a server may send no details. */
export function fieldErrorsOfMessage(message: string): FieldErrors {
  return {
    ...(message.includes(accountMessages.usernameExists) && { username: [message] }),
    ...(message.includes(accountMessages.emailExists) && { email: [message] }),
  };
}

interface Fallbacks {
  /** For a response without a message. */
  fallbackText: string;
  /** For a call without a readable response. */
  networkErrorText: string;
}

/** The server's message, or else the screen's. */
export function failureText(error: Error, { fallbackText, networkErrorText }: Fallbacks): string {
  if (!(error instanceof ApiError) || error.status === 0) return networkErrorText;
  return error.hasServerMessage ? error.message : fallbackText;
}
