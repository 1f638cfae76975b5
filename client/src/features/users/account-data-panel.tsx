import type { User } from 'contract/user.ts';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import styles from './account-data-panel.module.css';
import { useExportUser } from './account-data.queries.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

/** Export and deletion of the user's account data. */
export function AccountDataPanel({ user }: { user: User }) {
  const { mutate: exportUser, isPending } = useExportUser(user);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Panel title="Your Data">
      <div className={styles.actions}>
        <p>All that we hold about you, in one JSON file.</p>
        <Button loading={isPending} onClick={() => exportUser()}>
          {isPending ? 'Exporting...' : 'Export My Data'}
        </Button>
        <p>Your account and all that belongs to it, for good.</p>
        <Button variant="danger" onClick={() => setDeleting(true)}>
          Delete My Account
        </Button>
      </div>
      {isDeleting && <DeleteAccountDialog user={user} onClose={() => setDeleting(false)} />}
    </Panel>
  );
}
