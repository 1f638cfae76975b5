import { ApiError } from '#api/api-error.ts';
import { fieldRefusal } from '#parts/form/field-refusal.ts';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { FactorFields, type TypedFactor } from '#parts/second-factor/factor-fields.tsx';
import { useSession } from '#session/session.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { secondFactorFailure } from '../failures.ts';
import { type SecondFactorChallenge, useLoginSecondFactor } from './second-factor.queries.ts';

interface SecondFactorStepProps {
  challenge: SecondFactorChallenge;
  /** Returns to the password form, with the server's reason if there is one. */
  onRestart: (reason?: string) => void;
}

/** The second step of a sign-in, after the correct password. */
export function SecondFactorStep({ challenge, onRestart }: SecondFactorStepProps) {
  const isGranted = useSession() !== null;
  const { mutateAsync: signIn, error, reset } = useLoginSecondFactor(challenge);
  const form = useApiForm<TypedFactor>({
    values: { method: challenge.methods[0] ?? 'totp', code: '' },
    onSubmit: (factor) => {
      reset();
      if (factor.method !== 'passkey' && !factor.code) throw fieldRefusal('code', 'CODE REQUIRED');
      return signIn(factor).catch(refuse);
    },
  });

  function refuse(failure: Error): never {
    if (!(failure instanceof ApiError) || failure.code !== 'invalid_code') throw failure;
    if (failure.details['token']) onRestart(failure.message);
    form.setValue('code', '');
    throw fieldRefusal('code', 'CODE REFUSED');
  }

  return (
    <Form form={form} className="" failure={null}>
      <LiveRegion role="alert">
        {error && (
          <Alert tone="error" title="ACCESS DENIED. RETRY">
            <p>{secondFactorFailure(error)}</p>
          </Alert>
        )}
      </LiveRegion>
      <p>One more step: use your second factor.</p>
      <FactorFields form={form} methods={challenge.methods} onEdit={reset} />
      <SubmitButton form={form} loading={isGranted} busyLabel={isGranted ? 'ACCESS GRANTED' : 'VERIFYING...'}>
        {isGranted ? 'ACCESS GRANTED' : 'VERIFY'}
      </SubmitButton>
      <Button variant="ghost" onClick={() => onRestart()}>
        START AGAIN
      </Button>
    </Form>
  );
}
