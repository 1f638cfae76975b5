import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { requestPasswordReset } from 'contract/accounts.ts';
import type { RouteInput } from 'contract/route.ts';
import type { ResponseOf } from '#api/call.ts';
import { call } from '#session/call.ts';
import { type AccountLink, callOnce } from './account-link.ts';

export type ResetRequestInput = RouteInput<typeof requestPasswordReset>['body'];

export function useRequestPasswordReset() {
  return useMutation<ResponseOf<'requestPasswordReset'>, Error, ResetRequestInput>({
    mutationKey: ['requestPasswordReset'],
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

export function useUndoEmailChange() {
  const queryClient = useQueryClient();
  return useMutation<ResponseOf<'undoEmailChange'>, Error, AccountLink>({
    mutationKey: ['undoEmailChange'],
    mutationFn: (params) => call('undoEmailChange', { params }),
    // If this browser is signed in to that account, its session has ended too: the refetch gets a 401.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['getUser'] }),
  });
}
