import { accountMessages } from 'contract/accounts.constants.ts';
import { spokenTimes } from 'contract/spoken-times.ts';
import { useEffect, useId, useRef } from 'react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { resendFailure } from './registration.queries.ts';

interface ResendVerificationResultProps {
  message: string | undefined;
  error: Error | null;
  /** Forgets the result, so that the empty form comes back. */
  reset: () => void;
}

/** Takes the form's place, and with it the focus; the button it goes to is described by the result. */
export function ResendVerificationResult({ message, error, reset }: ResendVerificationResultProps) {
  const resultId = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <div id={resultId}>
        {error ? (
          <Alert tone="error" title={resendFailure(error)} />
        ) : (
          <Alert tone="ok" title={message || accountMessages.verificationEmailSent}>
            <p>
              The link in it works for {spokenTimes.verification}; earlier ones no longer do. Look into the
              spam folder, too.
            </p>
          </Alert>
        )}
      </div>
      <Button ref={button} aria-describedby={resultId} onClick={reset}>
        {error ? 'Try Again' : 'Resend Again'}
      </Button>
    </>
  );
}
