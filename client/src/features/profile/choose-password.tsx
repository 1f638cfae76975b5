import type { User } from 'contract/users/user.ts';
import { ApiError } from '#api/api-error.ts';
import { fieldRefusal } from '#parts/form/field-refusal.ts';
import { Form, SaveButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { CurrentPasswordField, NewPasswordFields } from '#parts/user/password-fields.tsx';
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
        actions={<SaveButton form={form}>Save Password</SaveButton>}
      >
        <p>
          You signed in with a temporary password that other people may know. Choose a new password to
          continue.
        </p>
        {!isRecentSignIn(user) && <CurrentPasswordField />}
        <NewPasswordFields required />
      </Form>
    </Panel>
  );
}
