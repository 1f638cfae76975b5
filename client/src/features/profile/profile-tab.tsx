import { useQuery } from '@tanstack/react-query';
import { messages } from 'contract/texts.ts';
import type { User } from 'contract/users/user.ts';
import { useState } from 'react';
import { QueryState } from '#parts/query/query-state.tsx';
import { useScrollToHash } from '#parts/navigation/use-scroll-to-hash.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { AccessesPanel } from './accesses-panel.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { ProfileForm } from './profile-form.tsx';
import { userQuery } from '#session/session.queries.ts';
import { useExportUser } from './profile.queries.ts';
import { StorageUsageCard } from './storage-usage-card.tsx';

export function ProfileTab() {
  const id = useSession()?.user.id ?? '';
  const details = useQuery(userQuery(id));
  useScrollToHash(!details.isPending);
  return (
    <QueryState query={details} failure={messages.somethingWentWrong}>
      {(user) => (
        <div className="@container">
          <div className="grid grid-cols-1 items-start gap-x-7 gap-y-6 @min-[56rem]:grid-cols-[minmax(0,1fr)_24rem] @min-[56rem]:grid-rows-[auto_1fr]">
            <ProfileForm user={user} />
            <div className="grid grid-cols-1 gap-6 @min-[56rem]:row-span-2">
              <StorageUsageCard />
              <AccessesPanel />
              <PreferencesPanel />
            </div>
            <AccountDataPanel user={user} />
          </div>
        </div>
      )}
    </QueryState>
  );
}

export function AccountDataPanel({ user }: { user: User }) {
  const { mutate: exportUser, isPending } = useExportUser(user);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Panel title="Your Data">
      <div className="flex flex-col gap-3 text-sm text-muted [&>button+p]:mt-3">
        <p>Download everything that we hold about you as one JSON file.</p>
        <Button loading={isPending} onClick={() => exportUser()}>
          {isPending ? 'Exporting...' : 'Export My Data'}
        </Button>
        <p>Delete your account and everything in it.</p>
        <Button variant="danger" onClick={() => setDeleting(true)}>
          Delete My Account
        </Button>
      </div>
      {isDeleting && <DeleteAccountDialog user={user} onClose={() => setDeleting(false)} />}
    </Panel>
  );
}
