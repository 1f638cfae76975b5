import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import { durationTexts } from 'contract/durations.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { PasswordField, TextField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { AccessCard } from './access-card.tsx';
import { useResendVerificationEmail } from './accounts.queries.ts';
import { resendFailure } from './failures.ts';
import { clearRefusedSignIn, type RefusedSignIn, refusedSignIn, type Registration } from './registration.ts';

export default function ResendVerificationScreen() {
  const { mutateAsync: resend, reset, data, error, variables } = useResendVerificationEmail();
  const [isRepeated, setRepeated] = useState(false);
  const { state } = useLocation() as { state: Partial<Registration> | null };
  const [known, setKnown] = useState(() => knownOf(refusedSignIn(), state));

  // So that other users of this browser cannot find the password.
  useEffect(() => clearRefusedSignIn, []);

  function repeat() {
    // Only of a user whom this browser knows: others get an empty form, without the password.
    if (known && data && variables) {
      const { username, password, new_email: email } = variables;
      setKnown({ username, password, email });
    }
    setRepeated(true);
    reset();
  }

  return (
    <AccessCard heading="RESEND VERIFICATION">
      {data || error ? (
        <Result message={data?.msg} error={error} repeat={repeat} />
      ) : (
        <ResendForm resend={resend} known={known} takeFocus={isRepeated} />
      )}
    </AccessCard>
  );
}

/** The refused sign-in, completed by the registration of the same user. */
function knownOf(
  signIn: RefusedSignIn | undefined,
  registration: Partial<Registration> | null,
): Partial<RefusedSignIn> | null {
  if (!signIn) return registration;
  const isSameUser = signIn.username?.toLowerCase() === registration?.username?.toLowerCase();
  return isSameUser ? { ...registration, ...signIn } : signIn;
}

interface ResendFormProps {
  resend: ReturnType<typeof useResendVerificationEmail>['mutateAsync'];
  known: Partial<RefusedSignIn> | null;
  /** True if the form replaces a result, whose button had the focus. */
  takeFocus: boolean;
}

function ResendForm({ resend, known, takeFocus }: ResendFormProps) {
  const form = useApiForm({
    values: {
      username: known?.username ?? known?.email ?? '',
      password: known?.password ?? '',
      new_email: known?.email ?? '',
    },
    schema: async () => (await import('contract/accounts/accounts.ts')).resendVerificationEmail.body,
    onSubmit: resend,
  });
  const { setFocus } = form;

  useEffect(() => {
    if (takeFocus) setFocus('username');
  }, [takeFocus, setFocus]);

  function submit() {
    if (!Object.values(form.getValues()).every(Boolean)) {
      toast.error('Please fill in all required fields: email, username, and password.');
    }
    return form.submit();
  }

  return (
    <Form form={{ ...form, submit }} className="" failure={null}>
      <p>
        For accounts that are not verified yet. We send the link to the email address you enter here, which
        becomes the email address of the account.
      </p>
      <TextField form={form} name="username" label="Username" autoComplete="username" required />
      <PasswordField form={form} name="password" label="Password" autoComplete="current-password" required />
      <TextField
        form={form}
        name="new_email"
        label="Email"
        hint="A new email address, or the same one again."
        type="email"
        autoComplete="email"
        required
      />
      <SubmitButton form={form} busyLabel="Sending...">
        Resend Email
      </SubmitButton>
    </Form>
  );
}

interface ResultProps {
  message: string | undefined;
  error: Error | null;
  repeat: () => void;
}

/** The button takes the focus and is described by the result, so that screen readers announce it. */
function Result({ message, error, repeat }: ResultProps) {
  const resultId = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    button.current?.focus();
  }, []);
  return (
    <>
      <div id={resultId}>
        {error ? (
          <Alert tone="error" title={resendFailure(error)} />
        ) : (
          <Alert tone="ok" title={message || accountMessages.verificationEmailSent}>
            <p>
              The link works for {durationTexts.verification}; earlier links no longer work. Check the spam
              folder, too.
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
