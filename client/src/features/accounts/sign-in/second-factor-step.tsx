import { type SyntheticEvent, useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { FactorFields, type TypedFactor } from '#parts/second-factor/factor-fields.tsx';
import { useSession } from '#session/session.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { secondFactorFailure } from '#features/accounts/failures.ts';
import { type AskedFactor, useLoginSecondFactor } from './second-factor.queries.ts';

interface SecondFactorStepProps {
  asked: AskedFactor;
  /** Back to the password, with the server's reason if there is one. */
  onRestart: (reason?: string) => void;
}

/** After the correct password. */
export function SecondFactorStep({ asked, onRestart }: SecondFactorStepProps) {
  const isGranted = useSession() !== null;
  const { mutate, error, isPending, reset } = useLoginSecondFactor(asked);
  const [typed, type] = useState<TypedFactor>({ method: asked.methods[0] ?? 'totp', code: '' });
  const [refusal, refuse] = useState<{ text: string } | null>(null);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isPending || isGranted) return;
    if (typed.method !== 'passkey' && !typed.code.trim()) return refuse({ text: 'CODE REQUIRED' });
    refuse(null);
    mutate(typed, {
      onError: (failure) => {
        if (!(failure instanceof ApiError) || failure.code !== 'invalid_code') return;
        if (failure.details['token']) return onRestart(failure.message);
        type({ ...typed, code: '' });
        refuse({ text: 'CODE REFUSED' });
      },
    });
  }

  return (
    <form onSubmit={submit} noValidate>
      <LiveRegion role="alert">
        {error && (
          <Alert tone="error" title="ACCESS DENIED. RETRY">
            <p>{secondFactorFailure(error)}</p>
          </Alert>
        )}
      </LiveRegion>
      <p>One more step: show your second factor.</p>
      <FactorFields
        methods={asked.methods}
        typed={typed}
        onType={(next) => {
          type(next);
          refuse(null);
          reset();
        }}
        refusal={refusal}
      />
      <Button type="submit" variant="primary" loading={isPending || isGranted}>
        {isGranted ? 'ACCESS GRANTED' : isPending ? 'VERIFYING...' : 'VERIFY'}
      </Button>
      <Button variant="ghost" onClick={() => onRestart()}>
        START AGAIN
      </Button>
    </form>
  );
}
