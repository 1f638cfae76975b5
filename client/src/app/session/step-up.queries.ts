import { UserError } from '#api/api-error.ts';
import type { TypedFactor } from '#parts/second-factor/factor-fields.tsx';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { leaveForProvider } from '#parts/second-factor/provider-return.ts';
import { requestPasskey } from '#parts/second-factor/passkeys.ts';
import { sendAuthorizedRequest } from '#session/authorized-request.ts';
import { call } from '#session/call.ts';

export function useReauthenticate() {
  return useApiMutation({
    mutationFn: async (proof: { password: string } | TypedFactor) => {
      if ('password' in proof) {
        return call('reauthenticate', { body: { current_password: proof.password } });
      }
      const { method, code } = proof;
      if (method !== 'passkey') return call('reauthenticate', { body: { method, code } });
      const { token, options } = await call('getPasskeyLoginOptions');
      const credential = await requestPasskey(options);
      return call('reauthenticate', { body: { method, token, credential } });
    },
  });
}

/** For a user without a password and a second factor: leaves the app for the provider, which leads back to this page. */
export function useProviderConfirmation() {
  return useApiMutation({
    mutationFn: async () => {
      // The URL is a part of the refusal.
      const response = await sendAuthorizedRequest('reauthenticate', { body: { current_password: 'none' } });
      const { url, msg } = (await response.json()) as { url?: string; msg: string };
      if (url === undefined) throw new UserError(msg);
      return url;
    },
    toastsFailure: true,
    onSuccess: (url) => leaveForProvider(url),
  });
}
