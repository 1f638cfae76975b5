import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messages } from 'contract/texts.ts';
import type { ResponseOf } from '#api/call.ts';
import { useEntryRemoval } from '#parts/entry-list/use-entry-removal.ts';
import { makePasskey, passkeyFailure } from '#parts/second-factor/passkeys.ts';
import { secondFactors } from '#parts/second-factor/second-factors.queries.ts';
import { call } from '#session/call.ts';
import { toast } from '#ui/toast.ts';

const { queryKey } = secondFactors;

const failureText = (error: Error) => passkeyFailure(error) ?? error.message;
const sayFailure = (error: Error) => toast.error(failureText(error) || messages.anErrorOccurred);

export type BegunTotp = ResponseOf<'addTotp'>;

export function useAddTotp() {
  return useMutation({
    mutationFn: (name: string) => call('addTotp', { body: { name } }),
    onError: sayFailure,
  });
}

export function useConfirmTotp(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call('confirmTotp', { body: { id, code } }),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      // The session has now passed one, so refused queries may succeed.
      return queryClient.invalidateQueries();
    },
  });
}

export function useAddPasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      const { token, options } = await call('getPasskeyOptions');
      const credential = await makePasskey(options);
      return call('addPasskey', { body: { token, name, credential } });
    },
    onSuccess: ({ msg }) => {
      toast.success(msg);
      // The session has now passed one, so refused queries may succeed.
      return queryClient.invalidateQueries();
    },
    onError: sayFailure,
  });
}

export const useDeleteSecondFactor = () =>
  useEntryRemoval({
    operation: 'deleteSecondFactor',
    queryKey,
    success: 'Second factor removed.',
    failureOf: failureText,
  });

export function useMakeRecoveryCodes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('makeRecoveryCodes'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
    onError: sayFailure,
  });
}
