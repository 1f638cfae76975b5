import type { User } from 'contract/user.ts';
import { PasswordField } from '#parts/form/form-field.tsx';
import { useForm } from 'react-hook-form';
import { schemaResolver } from '#parts/form/contract-resolver.ts';
import { ApiError, detailsOf } from '#api/api-error.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { isRecentSignIn, useUpdateUser } from './profile.queries.ts';

interface PasswordInput {
  current_password: string;
  new_password: string;
  confirm_new_password: string;
}

const fields = ['current_password', 'new_password', 'confirm_new_password'] as const;

const resolver = schemaResolver<PasswordInput>(
  async () => (await import('contract/users.ts')).UpdateUserBody,
);

/** All that is open to a user whose password was set by someone else. */
export function ChoosePassword({ user }: { user: User }) {
  const { mutate, error, isPending } = useUpdateUser();
  const form = useForm<PasswordInput>({
    resolver,
    defaultValues: { current_password: '', new_password: '', confirm_new_password: '' },
  });

  const submit = form.handleSubmit((input) => {
    if (!input.new_password) {
      return form.setError('new_password', { message: 'Choose a password.' }, { shouldFocus: true });
    }
    const body = new FormData();
    for (const field of fields) if (input[field]) body.append(field, input[field]);
    mutate({ userId: user.id, form: body, newPassword: input.new_password }, { onError: showRefusal });
  });

  function showRefusal(failure: Error) {
    if (failure instanceof ApiError && failure.code === 'invalid_credentials') {
      form.setError('current_password', { message: failure.message });
    }
    for (const field of fields) {
      const reasons = detailsOf(failure)[field];
      if (reasons) form.setError(field, { message: reasons.join(' ') }, { shouldFocus: true });
    }
  }

  return (
    <Panel title="Choose A Password">
      <form className="flex flex-col gap-6" onSubmit={submit} noValidate aria-label="Choose a password">
        <p>
          The one you signed in with was made for you, and others may know it. Choose one of your own: until
          then nothing else is open to you.
        </p>
        {!isRecentSignIn(user) && (
          <PasswordField
            form={form}
            name="current_password"
            label="Current Password"
            what="current password"
            autoComplete="current-password"
            required
          />
        )}
        <PasswordField
          form={form}
          name="new_password"
          label="New Password"
          rules={{ deps: 'confirm_new_password' }}
          what="new password"
          autoComplete="new-password"
          required
        />
        <PasswordField
          form={form}
          name="confirm_new_password"
          label="Confirm New Password"
          what="confirmation"
          autoComplete="new-password"
          required
        />
        {error && <Alert tone="error" role="alert" title={error.message} />}
        <Button
          type="submit"
          variant="primary"
          className="min-w-[min(12rem,100%)] self-start max-md:self-stretch"
          loading={isPending}
        >
          {isPending ? 'Saving...' : 'Save Password'}
        </Button>
      </form>
    </Panel>
  );
}
