import { durationTexts } from 'contract/durations.ts';
import { messages } from 'contract/texts.ts';
import { failureText } from '#api/failures.ts';
import { TextField } from '#parts/form/form-field.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { AccessCard, loginLink } from './access-card.tsx';
import { useRequestPasswordReset } from './accounts.queries.ts';

const links = [{ to: paths.core, label: 'Back to Home' }, loginLink];

const empty = { email: '' };

const fallbacks = {
  fallbackText: 'Failed to send password reset link.',
  networkErrorText: messages.somethingWentWrong,
};

export default function ForgotPasswordScreen() {
  const { mutateAsync: request, data, error } = useRequestPasswordReset();
  const form = useApiForm({
    values: empty,
    schema: async () => (await import('contract/accounts/accounts.ts')).requestPasswordReset.body,
    onSubmit: request,
  });
  return (
    <AccessCard heading="CREDENTIALS LOST" links={links}>
      <Form form={form} className="" failure={null}>
        <p>
          Enter the email address of your account. We will send you a link that gives you a temporary
          password.
        </p>
        <TextField form={form} name="email" label="Email" type="email" autoComplete="email" required />
        <SubmitButton form={form} busyLabel="Sending...">
          Send Reset Link
        </SubmitButton>
      </Form>
      <LiveRegion>
        {data && (
          <Alert tone="info" title="CHECK YOUR EMAIL">
            <p>
              If an account has this email address, the link arrives within minutes. Check the spam folder,
              too. The link works for {durationTexts.reset}.
            </p>
          </Alert>
        )}
      </LiveRegion>
      {error && <Alert tone="error" role="alert" title={failureText(error, fallbacks)} />}
    </AccessCard>
  );
}
