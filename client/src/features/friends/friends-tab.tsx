import { useSession } from '#session/session.ts';
import { useChangeFriends, useFriendLists } from './friends.queries.ts';
import { LoadState } from './load-state.tsx';
import { BlockedPanel, FriendsPanel } from './people-panels.tsx';
import { ReceivedRequests, SentRequests } from './request-panels.tsx';
import { UserSearch } from './user-search.tsx';
import styles from './friends-tab.module.css';

export default function FriendsTab() {
  const session = useSession();
  const { lists, error, refetch } = useFriendLists();
  const change = useChangeFriends();
  if (!session) return null;
  if (!lists) {
    return <LoadState what="friends" error={error} retry={() => void refetch()} />;
  }
  return (
    <div className={styles.tab}>
      <UserSearch user={session.user} lists={lists} change={change} />
      <div className={styles.panels}>
        <ReceivedRequests requests={lists.received_requests} change={change} />
        <SentRequests requests={lists.sent_requests} change={change} />
        <FriendsPanel friends={lists.friends} change={change} />
        <BlockedPanel change={change} />
      </div>
    </div>
  );
}
