import type { TypedFactor } from '#parts/second-factor/factor-fields.tsx';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { requestPasskey } from '#parts/second-factor/passkeys.ts';
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
