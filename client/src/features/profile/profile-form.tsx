import type { User } from 'contract/user.ts';
import { userMessages } from 'contract/users.constants.ts';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { detailsOf } from '#api/api-error.ts';
import { schemaResolver } from '#parts/form/contract-resolver.ts';
import { PasswordField } from '#parts/form/form-field.tsx';
import { FeatureImage } from '#parts/user/feature-image.tsx';
import { useUserForm } from '#parts/user/use-user-form.ts';
import { UserDetailsFields } from '#parts/user/user-details-fields.tsx';
import { type UserDetailsInput, userDetailsForm, userDetailsOf } from '#parts/user/user-details.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { toast } from '#ui/toast.ts';
import { useUpdateUser } from './profile.queries.ts';

type ProfileInput = UserDetailsInput & { current_password: string };

const inputOf = (user: User): ProfileInput => ({ ...userDetailsOf(user), current_password: '' });

const resolver = schemaResolver<ProfileInput>(async () => (await import('contract/users.ts')).UpdateUserBody);

export function ProfileForm({ user }: { user: User }) {
  const { mutate, isPending } = useUpdateUser();
  const { form, image, failure, setFailure, isUnsaved, submitWith, showSaved, showFailure } = useUserForm(
    user,
    inputOf,
    resolver,
  );
  // Of who signed in with a passkey alone, the server asks for it.
  const [needsPassword, setNeedsPassword] = useState(false);
  const isEmailTyped = form.formState.dirtyFields.email === true;

  const submit = submitWith((details) => {
    if (!user.id) return setFailure(userMessages.userIdMissing);
    // The form must not revert an address that was confirmed meanwhile.
    const untouched = [...(isEmailTyped ? [] : ['email']), ...(needsPassword ? [] : ['current_password'])];
    const body = userDetailsForm(user, { ...details }, image, untouched);
    mutate(
      { userId: user.id, form: body, newPassword: details.new_password },
      {
        onSuccess: (saved) => {
          showSaved(saved, details);
          setNeedsPassword(false);
          if (saved.pending_email && saved.pending_email !== user.pending_email) {
            toast.info(waitingFor(saved.pending_email));
          }
        },
        onError: (error) => {
          if (detailsOf(error)['current_password']) setNeedsPassword(true);
          showFailure(error);
        },
      },
    );
  });

  return (
    <Panel title="Your Details">
      <FormProvider {...form}>
        <form
          className="flex flex-col gap-6"
          onSubmit={submit}
          noValidate
          aria-label="Your details"
          data-unsaved={isUnsaved || undefined}
        >
          <FeatureImage path={user.user_image} choice={image} />
          <UserDetailsFields
            passwordNote="A new one ends all your other sessions."
            accountNote={<AccountNote user={user} />}
          />
          {needsPassword && (
            <PasswordField
              form={form}
              name="current_password"
              label="Current Password"
              what="current password"
              autoComplete="current-password"
              required
            />
          )}
          {failure && <Alert tone="error" role="alert" title={failure} />}
          <Button
            type="submit"
            variant="primary"
            className="min-w-[min(12rem,100%)] self-start max-md:self-stretch"
            loading={isPending}
          >
            {isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </form>
      </FormProvider>
    </Panel>
  );
}

function AccountNote({ user: { pending_email: pending } }: { user: User }) {
  if (!pending) {
    return <p>A new email counts once you follow the link that goes there. The old one is told of it.</p>;
  }
  return (
    <Alert tone="info" title={waitingFor(pending)}>
      <p>
        Follow the link that went there while you are signed in. Until then the present email stays yours.
      </p>
    </Alert>
  );
}

const waitingFor = (email: string) => `Waiting for confirmation at ${email}`;
