import { useMutation, useQuery } from '@tanstack/react-query';
import type { requestPasswordReset } from 'contract/accounts.ts';
import type { RouteInput } from 'contract/route.ts';
import { type Answer, call } from '#api/call.ts';
import { type AccountLink, callOnce } from './account-link.ts';

export type ResetRequestInput = RouteInput<typeof requestPasswordReset>['body'];

export function useRequestPasswordReset() {
  return useMutation<Answer<'requestPasswordReset'>, Error, ResetRequestInput>({
    mutationKey: ['requestPasswordReset'],
    networkMode: 'always',
    mutationFn: (body) => call('requestPasswordReset', { body }),
  });
}

export function useResetPassword(link: AccountLink) {
  return useQuery({
    ...callOnce,
    queryKey: ['resetPassword', link],
    queryFn: () => call('resetPassword', { params: link }),
  });
}
