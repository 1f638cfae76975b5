import { useMutation } from '@tanstack/react-query';
import type { TypedFactor } from '#parts/second-factor/factor-fields.tsx';
import { showPasskey } from '#parts/second-factor/passkeys.ts';
import { call } from '#session/call.ts';

export function useReauthenticate() {
  return useMutation({
    mutationFn: async (shown: { password: string } | TypedFactor) => {
      if ('password' in shown) {
        return call('reauthenticate', { body: { current_password: shown.password } });
      }
      const { method, code } = shown;
      if (method !== 'passkey') return call('reauthenticate', { body: { method, code } });
      const { token, options } = await call('getPasskeyLoginOptions');
      const credential = await showPasskey(options);
      return call('reauthenticate', { body: { method, token, credential } });
    },
  });
}
