import type { User } from 'contract/users/user.ts';
import { ApiError } from '#api/api-error.ts';
import { fieldRefusal } from '#parts/form/field-refusal.ts';
import { PasswordField } from '#parts/form/form-field.tsx';
import { Form, SubmitButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { isRecentSignIn, useUpdateUser } from './profile.queries.ts';

const empty = { current_password: '', new_password: '', confirm_new_password: '' };

function bodyOf(input: typeof empty): FormData {
  const body = new FormData();
  for (const [field, value] of Object.entries(input)) if (value) body.append(field, value);
  return body;
}

/** The only form for a user with a temporary password. */
export function ChoosePassword({ user }: { user: User }) {
  const { mutateAsync: update } = useUpdateUser(user);
  const form = useApiForm({
    values: empty,
    schema: async () => (await import('contract/users/users.ts')).UpdateUserBody,
    toBody: bodyOf,
    onSubmit: async (body) => {
      if (!body.has('new_password')) throw fieldRefusal('new_password', 'Choose a password.');
      try {
        return await update(body);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'invalid_credentials') throw error;
        throw fieldRefusal('current_password', error.message);
      }
    },
  });

  return (
    <Panel title="Choose A Password">
      <Form
        form={form}
        className="flex flex-col gap-6"
        label="Choose a password"
        actions={
          <SubmitButton
            form={form}
            className="min-w-[min(12rem,100%)] self-start max-md:self-stretch"
            busyLabel="Saving..."
          >
            Save Password
          </SubmitButton>
        }
      >
        <p>
          You signed in with a temporary password that other people may know. Choose a new password to
          continue.
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
      </Form>
    </Panel>
  );
}
