import type { FriendRequest } from 'contract/friends.ts';
import { Person } from './person.tsx';
import type { FriendChange, FriendLists } from './friend-changes.ts';
import { FriendDate } from './friend-date.tsx';
import { KeptFocus } from './kept-focus.tsx';
import { DeleteRequestButton } from './row-buttons.tsx';
import { StatusLabel } from './status-label.tsx';
import styles from './request-history.module.css';

interface RequestHistoryProps {
  lists: FriendLists;
  change: (change: FriendChange) => void;
}

/** Requests both ways in one list, the newest first. */
export function RequestHistory({ lists, change }: RequestHistoryProps) {
  const requests = [...lists.sent_requests, ...lists.received_requests].toSorted(byTimeDescending);
  const sent = new Set(lists.sent_requests);
  return (
    <KeptFocus aria-label="Friend Request History">
      {requests.length === 0 && (
        <p className={styles.empty}>No friend requests yet, neither sent nor received.</p>
      )}
      <ol className={styles.rows}>
        {requests.map((request) => {
          const isSent = sent.has(request);
          const who = isSent ? request.to_user : request.from_user;
          return (
            <li key={request.id} className={styles.row}>
              <Person person={{ username: who }}>
                {isSent ? 'Sent' : 'Received'} on <FriendDate timestamp={request.timestamp} />
              </Person>
              <StatusLabel status={request.status} />
              <DeleteRequestButton request={request} who={who} change={change} />
            </li>
          );
        })}
      </ol>
    </KeptFocus>
  );
}

/** RFC 3339 in UTC sorts as text. */
function byTimeDescending(a: FriendRequest, b: FriendRequest): number {
  return a.timestamp < b.timestamp ? 1 : -1;
}
