import { recordLimits } from 'contract/records.constants.ts';
import { spokenTimes } from 'contract/spoken-times.ts';
import type { User } from 'contract/user.ts';
import { useRef, useState } from 'react';
import { FormDialog } from '#parts/form/form-dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/input.tsx';
import styles from './delete-account-dialog.module.css';
import { useDeleteUser } from './profile.queries.ts';

/** Confirmed with the username. */
export function DeleteAccountDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { mutate, error, isPending } = useDeleteUser(user);
  const [given, setGiven] = useState('');
  const [refusal, refuse] = useState<{ text: string } | null>(null);
  const field = useRef<HTMLInputElement>(null);

  function submit() {
    if (given.trim().toLowerCase() !== user.username.toLowerCase()) {
      refuse({ text: `Type ${user.username} to confirm.` });
      field.current?.focus();
      return;
    }
    refuse(null);
    mutate();
  }

  return (
    <FormDialog
      title="DELETE YOUR ACCOUNT"
      submitLabel={isPending ? 'Deleting...' : 'Delete my account'}
      cancelLabel="Keep my account"
      variant="danger"
      isPending={isPending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        Your account is closed at once, and you are signed out everywhere. For {spokenTimes.undoDeletion} a
        link that we mail to {user.email} brings all of it back; then it goes for good:
      </p>
      <ul className={styles.list}>
        <li>your details, your image and your password;</li>
        <li>your friends, and all requests you sent or received;</li>
        <li>your saved calculations and objectives;</li>
        <li>the IP records of your sign-ins and changes.</li>
      </ul>
      <p>What stays:</p>
      <ul className={styles.list}>
        <li>
          the audit trail: that the account of {user.username} was deleted, and when; the details of earlier
          entries go;
        </li>
        <li>
          log lines that name the account, for as long as this site keeps them ({recordLimits.retentionDays}{' '}
          days unless it has set another time).
        </li>
      </ul>
      <Field label={`Type ${user.username} to confirm`} error={refusal?.text}>
        {(control) => (
          <TextInput
            {...control}
            ref={field}
            value={given}
            required
            onChange={({ target }) => setGiven(target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
    </FormDialog>
  );
}
