import { secondFactorLimits } from 'contract/second-factors/second-factors.constants.ts';
import { useEffect, useEffectEvent } from 'react';
import { loadWebAuthn } from '#parts/second-factor/passkeys.ts';
import { call } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import type { PresentedPasskey } from './second-factor.queries.ts';

interface PasskeySignInProps {
  isPending: boolean;
  /** Without a suggested passkey, the browser prompts for one. */
  onSignIn: (suggested?: PresentedPasskey) => void;
}

/** The options are renewed after four fifths of the token's lifetime. */
const renewMs = (secondFactorLimits.tokenSeconds * 1_000 * 4) / 5;

/** A button, and conditional mediation: if supported, the browser suggests passkeys in the identifier field. */
export function PasskeySignIn({ isPending, onSignIn }: PasskeySignInProps) {
  const signIn = useEffectEvent(onSignIn);
  useEffect(() => {
    let isOver = false;
    const suggest = async () => {
      const { browserSupportsWebAuthnAutofill, startAuthentication } = await loadWebAuthn();
      if (!(await browserSupportsWebAuthnAutofill())) return;
      const { token, options } = await call('getPasskeyLoginOptions');
      if (isOver) return;
      // Until one of the suggestions is chosen.
      const credential = await startAuthentication({ optionsJSON: options, useBrowserAutofill: true });
      signIn({ token, credential });
    };
    // A failure is ignored: the button still works without suggestions.
    const trySuggesting = () => void suggest().catch(() => {});
    trySuggesting();
    const timer = setInterval(trySuggesting, renewMs);
    return () => {
      isOver = true;
      clearInterval(timer);
      void loadWebAuthn()
        .then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
        .catch(() => {});
    };
  }, []);
  return (
    <Button loading={isPending} onClick={() => onSignIn()}>
      USE A PASSKEY
    </Button>
  );
}
