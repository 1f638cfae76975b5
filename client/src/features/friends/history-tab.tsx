import { QueryPanel } from '#parts/query/query-panel.tsx';
import type { FriendLists, FriendRequest } from './friend-changes.ts';
import { useFriendLists } from './friends.queries.ts';
import { useStableRows } from './stable-rows.ts';
import { FocusFrame, RowActions } from './people-list.tsx';
import { FriendDate, OtherMenu, Person } from './person.tsx';
import { RequestState } from './row-buttons.tsx';
import './friends.css';

const title = 'Friend Request History';

export function HistoryTab() {
  return (
    <QueryPanel title={title} query={useFriendLists()} failure="Could not load the history." className="">
      {(lists) => <RequestHistory lists={lists} />}
    </QueryPanel>
  );
}

/** Sent and received requests, newest first. */
function RequestHistory({ lists }: { lists: FriendLists }) {
  const sent = lists.sent_requests.map((request) => ({ ...request, isSent: true }));
  const received = lists.received_requests.map((request) => ({ ...request, isSent: false }));
  const requests = [...sent, ...received].toSorted(byTimeDescending);
  const { rows, ...stableRows } = useStableRows(requests);
  return (
    <FocusFrame aria-label={title} stableRows={stableRows}>
      {rows.length === 0 && (
        <p className="px-0 py-4 text-sm text-muted">No friend requests yet, neither sent nor received.</p>
      )}
      <ol>
        {rows.map(({ item: request, isGone }) => {
          const { isSent } = request;
          const who = isSent ? request.to_user : request.from_user;
          const id = isSent ? request.to_user_id : request.from_user_id;
          return (
            <li
              key={request.id}
              className="history-row relative flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b border-rule px-0 py-3 last:border-b-0"
            >
              <Person person={{ username: who }}>
                {isSent ? 'Sent' : 'Received'} on <FriendDate timestamp={request.timestamp} />
              </Person>
              <RowActions>
                <RequestState request={request} isOwn={isSent} who={who} isGone={isGone} />
                <OtherMenu id={id} username={who} />
              </RowActions>
            </li>
          );
        })}
      </ol>
    </FocusFrame>
  );
}

/** RFC 3339 in UTC sorts as text. */
function byTimeDescending(a: FriendRequest, b: FriendRequest): number {
  return a.timestamp < b.timestamp ? 1 : -1;
}
