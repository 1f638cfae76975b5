import { accountMessages } from 'contract/accounts.constants.ts';
import { messages } from 'contract/texts.ts';
import { spokenTimes } from 'contract/spoken-times.ts';
import { useForm } from 'react-hook-form';
import { paths } from '#parts/paths.ts';
import { schemaResolver } from '#parts/schema-resolver.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/input.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { AccessCard } from './access-screen.tsx';
import { failureText } from './failure-text.ts';
import { type ResetRequestInput, useRequestPasswordReset } from './recovery.queries.ts';

const links = [
  { to: paths.core, label: 'Back to Home' },
  { to: paths.login, label: 'ACCESS SYSTEM' },
];

const resolver = schemaResolver<ResetRequestInput>(
  async () => (await import('contract/accounts.ts')).requestPasswordReset.body,
);

export default function ForgotPasswordScreen() {
  const { mutate, data, error, isPending } = useRequestPasswordReset();
  const form = useForm<ResetRequestInput>({
    resolver,
    defaultValues: { email: '' },
  });
  return (
    <AccessCard heading="CREDENTIALS LOST" links={links}>
      <form onSubmit={form.handleSubmit((input) => mutate(input))} noValidate>
        <p>Give the email address of your account. A link goes there that gets you a temporary password.</p>
        <Field label="Email" error={form.formState.errors.email?.message}>
          {(control) => (
            <TextInput
              {...control}
              {...form.register('email', { setValueAs: (typed: string) => typed.trim() })}
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              required
            />
          )}
        </Field>
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
      {error && (
        <Alert
          tone="error"
          role="alert"
          title={failureText(error, {
            unsaid: 'Failed to send password reset link.',
            unanswered: messages.somethingWentWrong,
          })}
        />
      )}
    </AccessCard>
  );
}
