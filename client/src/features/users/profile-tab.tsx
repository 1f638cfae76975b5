import { useQuery } from '@tanstack/react-query';
import { messages } from 'contract/texts.ts';
import { useSession } from '#session/session.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Loading } from '#ui/spinner.tsx';
import { AccountDataPanel } from './account-data-panel.tsx';
import { ProfileForm } from './profile-form.tsx';
import { userDetails } from './profile.queries.ts';
import styles from './profile-tab.module.css';
import { SessionsPanel } from './sessions-panel.tsx';
import { StorageUsageCard } from './storage-usage-card.tsx';

/** The signed-in user's details, storage usage, sessions and account data. */
export function ProfileTab() {
  const id = useSession()?.user.id ?? '';
  const { data: user, refetch, isFetching } = useQuery(userDetails(id));
  if (user) {
    return (
      <div className={styles.tab}>
        <ProfileForm user={user} />
        <div className={styles.aside}>
          <StorageUsageCard />
          <SessionsPanel />
        </div>
        <AccountDataPanel user={user} />
      </div>
    );
  }
  if (isFetching) return <Loading />;
  return (
    <div className={styles.failure}>
      <Alert tone="error" role="alert" title={messages.somethingWentWrong} />
      <Button onClick={() => void refetch()}>Try Again</Button>
    </div>
  );
}
