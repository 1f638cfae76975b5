import { useMutation } from '@tanstack/react-query';
import type { login } from 'contract/accounts.ts';
import type { RouteInput } from 'contract/route.ts';
import { ApiError } from '#api/api-error.ts';
import type { ResponseOf } from '#api/call.ts';
import { call } from '#session/call.ts';
import { deviceHeaders, startSession } from '#session/session.ts';
import { toast } from '#ui/toast.ts';
import { failureText } from './failure-text.ts';

export type LoginInput = RouteInput<typeof login>['body'];

export function useLogin() {
  return useMutation<ResponseOf<'login'>, Error, LoginInput>({
    mutationKey: ['login'],
    // The password does not outlive the screen in memory.
    gcTime: 0,
    mutationFn: async (body) => {
      const askedAtMs = Date.now();
      const response = await call('login', { body, headers: deviceHeaders() });
      startSession(response, askedAtMs);
      return response;
    },
    onSuccess: ({ user }) => toast.success(`Welcome back ${user.username}`),
  });
}

export interface LoginFailure {
  text: string;
  /** The server's message; absent where `text` is enough. */
  reason?: string;
  /** Set where the failure redirects. */
  flag?: 'tooManyAttempts' | 'accountNotVerified';
}

export function loginFailure(error: Error): LoginFailure {
  const unknown = 'An unexpected error occurred. Please try again.';
  const reason = failureText(error, { unsaid: unknown, unanswered: unknown });
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'invalid_credentials') return { text: 'INVALID ACCESS CREDENTIALS' };
  const denied = { text: 'ACCESS DENIED. RETRY', reason };
  if (code === 'too_many_requests') return { ...denied, flag: 'tooManyAttempts' };
  if (code === 'account_not_verified') return { ...denied, flag: 'accountNotVerified' };
  return denied;
}
