import type { SessionUser } from 'contract/accounts/accounts.ts';
import type { ChangedUser, User } from 'contract/users/user.ts';
import { Form, SaveButton } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { UnsavedBlocker } from '#parts/unsaved/unsaved-blocker.tsx';
import { FeatureImage } from '#parts/user/feature-image.tsx';
import { unchangedImage } from '#parts/user/image-choice.ts';
import { UpdateFailure } from '#parts/user/update-failure.tsx';
import { GroupLegend, UserDetailsFields } from '#parts/user/user-details-fields.tsx';
import { userDetailsForm, type UserDetailsInput, userDetailsOf } from '#parts/user/user-details.ts';
import { useSession } from '#session/session.ts';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Field } from '#ui/controls/field.tsx';
import { TextInput } from '#ui/controls/input.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { formatUtc } from '#ui/utc-time.tsx';
import { UserFrame } from './user-frame.tsx';
import { useAdminUpdateUser } from './users.queries.ts';
import { askToVerify } from './verify-notices.ts';

export default function EditUserScreen() {
  const agent = useSession()?.user;
  return (
    <>
      <UnsavedBlocker />
      <UserFrame prefix="Edit">
        {({ user, isManaged }) => <UserForm user={user} isManaged={isManaged} agent={agent} />}
      </UserFrame>
    </>
  );
}

const rights = ['is_active', 'is_staff', 'is_premium_user'] as const;

type AdminUserInput = UserDetailsInput & Pick<User, (typeof rights)[number]>;

function inputOf(user: User): AdminUserInput {
  const { is_active, is_staff, is_premium_user } = user;
  return { ...userDetailsOf(user), is_active, is_staff, is_premium_user };
}

/** The fields that are empty again after each save. */
const emptyAfterSave = { ...unchangedImage, new_password: '', confirm_new_password: '' };

/** The fields of the form that the server has changed, as it has stored them. Another server may send none. */
function changedInput(user: User, changed: ChangedUser | undefined): Partial<AdminUserInput> {
  const input = Object.entries(inputOf({ ...user, ...changed } as User));
  return Object.fromEntries(input.filter(([name]) => name in (changed ?? {})));
}

interface UserFormProps {
  user: User;
  isManaged: boolean;
  agent: SessionUser | undefined;
}

function UserForm({ user, isManaged, agent }: UserFormProps) {
  const { mutateAsync: update } = useAdminUpdateUser(user.id);
  const form = useApiForm({
    values: inputOf(user),
    schema: async () => (await import('contract/users/users.ts')).AdminUpdateUserBody,
    toBody: (input): FormData => userDetailsForm(input, dirtyFields),
    onSubmit: update,
    onSaved: (response) => {
      // Only what has changed comes back.
      const saved = { ...form.getValues(), ...emptyAfterSave, ...changedInput(user, response.user) };
      askToVerify(saved.username, saved);
      form.reset(saved);
    },
  });
  const { dirtyFields, errors } = form.formState;
  const isSelf = agent?.id === user.id;

  return (
    <Panel title="Details">
      <Form
        form={form}
        className=""
        label={`Details of ${user.username}`}
        autoComplete="off"
        guarded
        failure={null}
      >
        <fieldset className="flex flex-col gap-6" disabled={!isManaged}>
          <FeatureImage path={user.user_image} />
          <UserDetailsFields
            isOwn={false}
            passwordNote="A new password ends the user’s sessions and must be changed at the next sign-in. We notify the user by email."
            accountNote={
              <p>
                A new email address takes effect at once. We notify both email addresses, and earlier links,
                such as for a password reset, no longer work.
              </p>
            }
          />
          <fieldset className="flex flex-col gap-3">
            <GroupLegend>Rights</GroupLegend>
            <Checkbox
              {...form.register('is_active')}
              label="Is Active"
              hint={isSelf ? 'You cannot deactivate your own account.' : 'Can sign in.'}
              disabled={isSelf}
            />
            <Checkbox
              {...form.register('is_staff')}
              label="Is Staff"
              hint={staffHint(agent, isSelf)}
              disabled={!agent?.is_superuser || isSelf}
            />
            <Checkbox
              {...form.register('is_premium_user')}
              label="Is Premium User"
              hint="Can store more records."
            />
            {rights.map((name) => {
              const message = errors[name]?.message;
              return (
                message && (
                  <p key={name} className="text-sm text-error">
                    {message}
                  </p>
                )
              );
            })}
          </fieldset>
          <fieldset className="fields">
            <GroupLegend>Record</GroupLegend>
            <ReadOnlyTime label="Date updated" at={user.date_updated} />
            <ReadOnlyTime label="Last login" at={user.last_login} />
          </fieldset>
          <UpdateFailure error={form.failure} />
          <SaveButton form={form} disabled={!isManaged}>
            Save Changes
          </SaveButton>
        </fieldset>
      </Form>
    </Panel>
  );
}

function ReadOnlyTime({ label, at }: { label: string; at: string | null }) {
  return (
    <Field label={label} hint="In UTC.">
      {(control) => <TextInput {...control} value={at ? formatUtc(at) : 'Never'} readOnly />}
    </Field>
  );
}

function staffHint(agent: SessionUser | undefined, isSelf: boolean): string {
  if (!agent?.is_superuser) return 'Only superusers can change this.';
  return isSelf ? 'You cannot change this for your own account.' : 'Can open the staff area.';
}
