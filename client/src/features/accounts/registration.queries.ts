import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { resendVerificationEmail } from 'contract/accounts.ts';
import { accountMessages } from 'contract/accounts.constants.ts';
import { messages } from 'contract/texts.ts';
import type { RouteInput } from 'contract/route.ts';
import type { ResponseOf } from '#api/call.ts';
import { call } from '#session/call.ts';
import { deviceHeaders } from '#session/session.ts';
import { toast } from '#ui/toast.ts';
import { failureText } from './failure-text.ts';
import { emailFlag } from './register-email-flag.ts';
import { registrationFailures } from './register-failures.ts';
import type { RegisterUserInput } from './register-input.ts';
import { type AccountLink, callOnce } from './account-link.ts';

export type ResendInput = RouteInput<typeof resendVerificationEmail>['body'];

export function useRegisterUser() {
  return useMutation<ResponseOf<'registerUser'>, Error, RegisterUserInput>({
    mutationKey: ['registerUser'],
    mutationFn: (input) => {
      const body = new FormData();
      for (const [field, value] of Object.entries(input)) body.append(field, value);
      return call('registerUser', { body });
    },
    onSuccess: ({ msg }) => {
      toast.success(msg || accountMessages.registrationSuccessful);
      emailFlag.raise();
    },
    onError: (error) => registrationFailures(error).forEach((reason) => toast.error(reason)),
  });
}

export function useVerifyEmail(link: AccountLink) {
  const queryClient = useQueryClient();
  return useQuery({
    ...callOnce,
    queryKey: ['verifyEmail', link],
    queryFn: async () => {
      const response = await call('verifyEmail', { params: link });
      emailFlag.clear();
      // The link may have confirmed a changed address.
      void queryClient.invalidateQueries({ queryKey: ['getUser'] });
      return response;
    },
  });
}

export function useResendVerificationEmail() {
  return useMutation<ResponseOf<'resendVerificationEmail'>, Error, ResendInput>({
    mutationKey: ['resendVerificationEmail'],
    mutationFn: (body) => call('resendVerificationEmail', { body, headers: deviceHeaders() }),
    onError: (error) => toast.error(resendFailure(error)),
  });
}

export function resendFailure(error: Error): string {
  return failureText(error, {
    unsaid: messages.anErrorOccurred,
    unanswered: 'Failed to resend verification email.',
  });
}
