import { messages } from 'contract/texts.ts';
import type { ResponseOf } from '#api/call.ts';
import { useEntryRemoval } from '#parts/entry-list/use-entry-removal.ts';
import { loadWebAuthn, passkeyFailure } from '#parts/second-factor/passkeys.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { call } from '#session/call.ts';

const failureText = (error: Error) => (passkeyFailure(error) ?? error.message) || messages.anErrorOccurred;

export type PendingTotp = ResponseOf<'addTotp'>;

export const useAddTotp = () =>
  useApiMutation({
    mutationFn: (name: string) => call('addTotp', { body: { name } }),
    toastsFailure: failureText,
    invalidates: [],
  });

/**
 * Invalidates every query, as the first code of an app does: the session has now passed a second factor, so queries that the
 * server refused may succeed.
 */
export const useAddPasskey = () =>
  useApiMutation({
    mutationFn: async (name: string) => {
      const { token, options } = await call('getPasskeyOptions');
      const { startRegistration } = await loadWebAuthn();
      const credential = await startRegistration({ optionsJSON: options });
      return call('addPasskey', { body: { token, name, credential } });
    },
    success: ({ msg }) => msg,
    toastsFailure: failureText,
    invalidates: 'everything',
  });

export const useDeleteSecondFactor = () =>
  useEntryRemoval({
    operation: 'deleteSecondFactor',
    list: 'listSecondFactors',
    success: 'Second factor removed.',
    failureOf: failureText,
  });

export const useMakeRecoveryCodes = () =>
  useOperation('makeRecoveryCodes', { toastsFailure: failureText, invalidates: ['listSecondFactors'] });
