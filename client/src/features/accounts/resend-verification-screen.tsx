import { accountMessages } from 'contract/accounts.constants.ts';
import { spokenTimes } from 'contract/spoken-times.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { PasswordField, TextField } from '#parts/form/form-field.tsx';
import { schemaResolver } from '#parts/form/contract-resolver.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { AccessCard } from './access-card.tsx';
import { type ResendInput, useResendVerificationEmail } from './accounts.queries.ts';
import { resendFailure } from './failures.ts';
import type { Registration } from './registration.ts';

const resolver = schemaResolver<ResendInput>(
  async () => (await import('contract/accounts.ts')).resendVerificationEmail.body,
);

export default function ResendVerificationScreen() {
  const { mutate, reset, data, error, isPending } = useResendVerificationEmail();
  const [isRepeated, setRepeated] = useState(false);
  const { state } = useLocation() as { state: Partial<Registration> | null };

  function repeat() {
    setRepeated(true);
    reset();
  }

  return (
    <AccessCard heading="RESEND VERIFICATION">
      {data || error ? (
        <Result message={data?.msg} error={error} repeat={repeat} />
      ) : (
        <ResendForm
          resend={mutate}
          isPending={isPending}
          known={isRepeated ? null : state}
          takeFocus={isRepeated}
        />
      )}
    </AccessCard>
  );
}

interface ResendFormProps {
  resend: ReturnType<typeof useResendVerificationEmail>['mutate'];
  isPending: boolean;
  known: Partial<Registration> | null;
  /** For a form that replaces a result. */
  takeFocus: boolean;
}

function ResendForm({ resend, isPending, known, takeFocus }: ResendFormProps) {
  const form = useForm<ResendInput>({
    resolver,
    defaultValues: { username: known?.username ?? '', password: '', new_email: known?.email ?? '' },
  });

  useEffect(() => {
    if (takeFocus) form.setFocus('username');
  }, [takeFocus, form]);

  const submit = form.handleSubmit(
    (input) => resend(input),
    () => {
      if (Object.values(form.getValues()).every(Boolean)) return;
      toast.error('Please fill in all required fields: email, username, and password.');
    },
  );

  return (
    <form onSubmit={submit} noValidate>
      <p>
        For accounts that are not verified yet. The link goes to the address you give here, which becomes the
        account’s own.
      </p>
      <TextField form={form} name="username" label="Username" autoComplete="username" required />
      <PasswordField form={form} name="password" label="Password" autoComplete="current-password" required />
      <TextField
        form={form}
        name="new_email"
        label="Email"
        hint="A new one, or the same again."
        type="email"
        autoComplete="email"
        required
      />
      <Button type="submit" variant="primary" loading={isPending}>
        {isPending ? 'Sending...' : 'Resend Email'}
      </Button>
    </form>
  );
}

interface ResultProps {
  message: string | undefined;
  error: Error | null;
  repeat: () => void;
}

/** The focused button is described by the result. */
function Result({ message, error, repeat }: ResultProps) {
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
      <Button ref={button} aria-describedby={resultId} onClick={repeat}>
        {error ? 'Try Again' : 'Resend Again'}
      </Button>
    </>
  );
}
