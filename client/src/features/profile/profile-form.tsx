import type { User } from 'contract/users/user.ts';
import { userMessages } from 'contract/users/users.constants.ts';
import { useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { Form, SaveButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { CurrentPasswordField } from '#parts/user/password-fields.tsx';
import { FeatureImage } from '#parts/user/feature-image.tsx';
import { UpdateFailure } from '#parts/user/update-failure.tsx';
import { UserDetailsFields } from '#parts/user/user-details-fields.tsx';
import { userDetailsForm, userDetailsOf } from '#parts/user/user-details.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { useUpdateUser } from './profile.queries.ts';

const inputOf = (user: User) => ({ ...userDetailsOf(user), current_password: '' });

export function ProfileForm({ user }: { user: User }) {
  const { mutateAsync: update } = useUpdateUser(user);
  // The server requires the password of a user who signed in with a passkey only.
  const [needsPassword, setNeedsPassword] = useState(false);
  const form = useApiForm({
    values: inputOf(user),
    schema: async () => (await import('contract/users/users.ts')).UpdateUserBody,
    toBody: (input): FormData => userDetailsForm(input, dirtyFields),
    onSubmit: async (body) => {
      if (!user.id) throw new Error(userMessages.userIdMissing);
      try {
        return await update(body);
      } catch (error) {
        if (error instanceof ApiError && error.details['current_password']) setNeedsPassword(true);
        throw error;
      }
    },
    onSaved: (saved) => {
      form.reset(inputOf(saved));
      setNeedsPassword(false);
      if (saved.pending_email && saved.pending_email !== user.pending_email) {
        toast.info(waitingFor(saved.pending_email));
      }
    },
  });
  const { dirtyFields } = form.formState;

  return (
    <Panel title="Your Details">
      <Form
        form={form}
        className="flex flex-col gap-6"
        label="Your details"
        guarded
        failure={<UpdateFailure error={form.failure} />}
        actions={<SaveButton form={form}>Save Changes</SaveButton>}
      >
        <FeatureImage path={user.user_image} />
        <UserDetailsFields
          passwordNote="A new password ends all your other sessions."
          accountNote={<AccountNote user={user} />}
        />
        {needsPassword && <CurrentPasswordField />}
      </Form>
    </Panel>
  );
}

function AccountNote({ user: { pending_email: pending } }: { user: User }) {
  if (!pending) {
    return (
      <p>To confirm a new email address, follow the link that we send to it. We also notify the old one.</p>
    );
  }
  return (
    <Alert tone="info" title={waitingFor(pending)}>
      <p>
        Follow the link that we sent to it while you are signed in. Until then, your current email address
        does not change.
      </p>
    </Alert>
  );
}

const waitingFor = (email: string) => `Waiting for confirmation at ${email}`;
