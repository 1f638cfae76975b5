import type { User } from 'contract/user.ts';
import { FormProvider } from 'react-hook-form';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Panel } from '#ui/panel.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { FeatureImage } from './feature-image.tsx';
import styles from './profile-form.module.css';
import { useProfileForm } from './use-profile-form.ts';
import { UserDetailsFields } from './user-details-fields.tsx';

export function ProfileForm({ user }: { user: User }) {
  const { form, image, submit, isUnsaved, isPending, needsPassword, failure } = useProfileForm(user);
  const { errors } = form.formState;
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
            <Field
              label="Current Password"
              hint="To change your password or email so long after you signed in."
              error={errors.current_password?.message}
            >
              {(control) => (
                <PasswordInput
                  {...control}
                  {...form.register('current_password')}
                  what="current password"
                  autoComplete="current-password"
                  required
                />
              )}
            </Field>
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
