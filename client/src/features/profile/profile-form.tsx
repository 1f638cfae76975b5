import { accountMessages } from 'contract/accounts.constants.ts';
import type { User } from 'contract/user.ts';
import { userMessages } from 'contract/users.constants.ts';
import { useEffect, useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { PasswordField } from '#parts/form-field.tsx';
import { userProfilePath } from '#parts/paths.ts';
import { schemaResolver } from '#parts/schema-resolver.ts';
import { FeatureImage } from '#parts/user/feature-image.tsx';
import { useUserForm } from '#parts/user/use-user-form.ts';
import { UserDetailsFields } from '#parts/user/user-details-fields.tsx';
import { type UserDetailsInput, userDetailsForm, userDetailsOf } from '#parts/user/user-details.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import styles from './profile-form.module.css';
import { isRecentSignIn, passwordDemand, useUpdateUser } from './profile.queries.ts';

export function ProfileForm({ user }: { user: User }) {
  const { form, image, submit, isUnsaved, isPending, needsPassword, failure } = useProfileForm(user);
  return (
    <Panel title="Your Details">
      <FormProvider {...form}>
        <form
          className={styles.form}
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
              hint="To change your password or email so long after you signed in."
              what="current password"
              autoComplete="current-password"
              required
            />
          )}
          {failure && <Alert tone="error" role="alert" title={failure} />}
          <Button type="submit" variant="primary" className={styles.save} loading={isPending}>
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
    <Alert tone="info" title={`Waiting for confirmation at ${pending}`}>
      <p>
        Follow the link that went there while you are signed in. Until then the present email stays yours.
      </p>
    </Alert>
  );
}

interface ProfileInput extends UserDetailsInput {
  current_password: string;
}

const inputOf = (user: User): ProfileInput => ({ ...userDetailsOf(user), current_password: '' });

const resolver = schemaResolver<ProfileInput>(async () => (await import('contract/users.ts')).UpdateUserBody);

function useProfileForm(user: User) {
  const { mutate, isPending } = useUpdateUser();
  const navigate = useNavigate();
  const [isPasswordAsked, setPasswordAsked] = useState(false);
  const { form, image, failure, setFailure, isUnsaved, submitWith, showSaved, showFailure } = useUserForm(
    user,
    inputOf,
    resolver,
  );
  const isEmailTyped = form.formState.dirtyFields.email === true;
  const [email, newPassword] = useWatch({ control: form.control, name: ['email', 'new_password'] });
  const isNewEmail = isEmailTyped && ![user.email, user.pending_email].includes(email.trim());
  const isSensitive = newPassword !== '' || isNewEmail;
  const needsPassword = isPasswordAsked || (isSensitive && !isRecentSignIn(user));

  useEffect(() => {
    if (isPasswordAsked) form.setFocus('current_password');
  }, [isPasswordAsked, form]);

  function demandPassword(message: string) {
    setPasswordAsked(true);
    form.setError('current_password', { message }, { shouldFocus: needsPassword });
  }

  function fail(error: Error) {
    const demand = passwordDemand(error);
    if (demand === undefined) showFailure(error);
    else demandPassword(demand);
  }

  const submit = submitWith((input) => {
    const { current_password, ...details } = input;
    if (!user.id) return setFailure(userMessages.userIdMissing);
    if (needsPassword && !current_password) return demandPassword(accountMessages.currentPasswordNeeded);
    // The form must not revert an address that was confirmed meanwhile.
    const body = userDetailsForm(user, details, image, isEmailTyped ? [] : ['email']);
    if (needsPassword) body.append('current_password', current_password);
    mutate(
      { userId: user.id, form: body, newPassword: details.new_password },
      {
        onSuccess: (saved) => {
          showSaved(saved, input);
          setPasswordAsked(false);
          void navigate(userProfilePath(saved.id), { replace: true, preventScrollReset: true });
        },
        onError: fail,
      },
    );
  });

  return { form, image, submit, isUnsaved, isPending, needsPassword, failure };
}
