import { recordLimits } from 'contract/records/records.constants.ts';
import { durationTexts } from 'contract/durations.ts';
import type { User } from 'contract/users/user.ts';
import { fieldRefusal } from '#parts/form/field-refusal.ts';
import { TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { Button } from '#ui/controls/button.tsx';
import { useDeleteUser } from './profile.queries.ts';

const listClasses = "pl-[1.25em] [list-style:revert] [&_li]:marker:text-control [&_li]:marker:content-['>_']";

/** The user types the username to confirm. */
export function DeleteAccountDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutateAsync: deleteUser } = useDeleteUser(user);
  const form = useApiForm({
    values: { username: '' },
    onSubmit: ({ username }) => {
      if (username.toLowerCase() !== user.username.toLowerCase()) {
        throw fieldRefusal('username', `Type ${user.username} to confirm.`);
      }
      return deleteUser();
    },
  });

  return (
    <FormDialog
      form={form}
      title="DELETE YOUR ACCOUNT"
      submitLabel="Delete my account"
      busyLabel="Deleting..."
      secondaryAction={<Button onClick={onClose}>Keep my account</Button>}
      variant="danger"
      onClose={onClose}
    >
      <p>
        Your account is closed at once, and you are signed out everywhere. For {durationTexts.undoDeletion} a
        link that we email to {user.email} restores everything. After that we permanently delete:
      </p>
      <ul className={listClasses}>
        <li>your details, your image, and your ways to sign in;</li>
        <li>your friends, and all requests you sent or received;</li>
        <li>your saved calculations and objectives;</li>
        <li>the IP records of your sign-ins and changes.</li>
      </ul>
      <p>What stays:</p>
      <ul className={listClasses}>
        <li>
          the audit trail: that the account of {user.username} was deleted, and when. The details of earlier
          entries are deleted;
        </li>
        <li>
          log lines that name the account, for as long as this site keeps them ({recordLimits.retentionDays}{' '}
          days unless it has set another time).
        </li>
      </ul>
      <TextField
        form={form}
        name="username"
        label={`Type ${user.username} to confirm`}
        required
        autoComplete="off"
      />
    </FormDialog>
  );
}
