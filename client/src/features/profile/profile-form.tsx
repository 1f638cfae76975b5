import type { User } from 'contract/user.ts';
import { userMessages } from 'contract/users.constants.ts';
import { FormProvider } from 'react-hook-form';
import { schemaResolver } from '#parts/form/contract-resolver.ts';
import { FeatureImage } from '#parts/user/feature-image.tsx';
import { useUserForm } from '#parts/user/use-user-form.ts';
import { UserDetailsFields } from '#parts/user/user-details-fields.tsx';
import { type UserDetailsInput, userDetailsForm, userDetailsOf } from '#parts/user/user-details.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { toast } from '#ui/toast.ts';
import { useUpdateUser } from './profile.queries.ts';

const resolver = schemaResolver<UserDetailsInput>(
  async () => (await import('contract/users.ts')).UpdateUserBody,
);

export function ProfileForm({ user }: { user: User }) {
  const { mutate, isPending } = useUpdateUser();
  const { form, image, failure, setFailure, isUnsaved, submitWith, showSaved, showFailure } = useUserForm(
    user,
    userDetailsOf,
    resolver,
  );
  const isEmailTyped = form.formState.dirtyFields.email === true;

  const submit = submitWith((details) => {
    if (!user.id) return setFailure(userMessages.userIdMissing);
    // The form must not revert an address that was confirmed meanwhile.
    const body = userDetailsForm(user, { ...details }, image, isEmailTyped ? [] : ['email']);
    mutate(
      { userId: user.id, form: body, newPassword: details.new_password },
      {
        onSuccess: (saved) => {
          showSaved(saved, details);
          if (saved.pending_email && saved.pending_email !== user.pending_email) {
            toast.info(waitingFor(saved.pending_email));
          }
        },
        onError: showFailure,
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
