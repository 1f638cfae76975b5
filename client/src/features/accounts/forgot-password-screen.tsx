import { accountMessages } from 'contract/accounts.constants.ts';
import { spokenTimes } from 'contract/spoken-times.ts';
import { messages } from 'contract/texts.ts';
import { useForm } from 'react-hook-form';
import { failureText } from '#api/failures.ts';
import { TextField } from '#parts/form/form-field.tsx';
import { paths } from '#parts/paths.ts';
import { schemaResolver } from '#parts/form/contract-resolver.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { AccessCard, loginLink } from './access-card.tsx';
import { type ResetRequestInput, useRequestPasswordReset } from './accounts.queries.ts';

const links = [{ to: paths.core, label: 'Back to Home' }, loginLink];

const resolver = schemaResolver<ResetRequestInput>(
  async () => (await import('contract/accounts.ts')).requestPasswordReset.body,
);

const fallbacks = {
  unsaid: 'Failed to send password reset link.',
  unanswered: messages.somethingWentWrong,
};

export default function ForgotPasswordScreen() {
  const { mutate, data, error, isPending } = useRequestPasswordReset();
  const form = useForm<ResetRequestInput>({ resolver, defaultValues: { email: '' } });
  return (
    <AccessCard heading="CREDENTIALS LOST" links={links}>
      <form onSubmit={form.handleSubmit((input) => mutate(input))} noValidate>
        <p>Give the email address of your account. A link goes there that gets you a temporary password.</p>
        <TextField form={form} name="email" label="Email" type="email" autoComplete="email" required />
        <Button type="submit" variant="primary" loading={isPending}>
          {isPending ? 'Sending...' : 'Send Reset Link'}
        </Button>
      </form>
      <LiveRegion>
        {data && (
          <Alert tone="ok" title={data.msg || accountMessages.resetLinkSent}>
            <p>
              If an account has this address, the link is there within minutes; look into the spam folder,
              too. It works for {spokenTimes.reset}.
            </p>
          </Alert>
        )}
      </LiveRegion>
      {error && <Alert tone="error" role="alert" title={failureText(error, fallbacks)} />}
    </AccessCard>
  );
}
