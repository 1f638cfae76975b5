import type { FriendRequest } from 'contract/friends.ts';
import { Person } from './person.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { type FriendChange, isPending } from './friend-changes.ts';
import { FriendDate } from './friend-date.tsx';
import { PeopleList, RowActions } from './people-list.tsx';
import { ActionButton, BlockButton, DeleteRequestButton } from './row-buttons.tsx';
import { StatusLabel } from './status-label.tsx';

interface RequestPanelProps {
  requests: FriendRequest[];
  change: (change: FriendChange) => void;
}

/** What waits for an answer stands first. */
export function ReceivedRequests({ requests, change }: RequestPanelProps) {
  const waiting = requests.filter(isPending);
  const answered = requests.filter((request) => !isPending(request));
  return (
    <Disclosure
      title={`Received Requests (${requests.length})`}
      aside={waiting.length > 0 && `${waiting.length} open`}
    >
      <PeopleList
        label="Received Requests"
        items={[...waiting, ...answered]}
        empty="Nobody has asked you yet."
      >
        {(request) => (
          <>
            <Person person={{ username: request.from_user }}>
              <FriendDate timestamp={request.timestamp} />
            </Person>
            <RowActions>
              {isPending(request) ? (
                <DecisionButtons request={request} change={change} />
              ) : (
                <StatusLabel status={request.status} />
              )}
            </RowActions>
          </>
        )}
      </PeopleList>
    </Disclosure>
  );
}

function DecisionButtons({
  request,
  change,
}: Pick<RequestPanelProps, 'change'> & { request: FriendRequest }) {
  const { from_user_id: id, from_user: username } = request;
  const decide = (action: 'accept' | 'reject') =>
    change({ operation: 'respondFriendRequest', request, action });
  return (
    <>
      <ActionButton label="Accept" who={username} variant="primary" onAct={() => decide('accept')} />
      <ActionButton label="Reject" who={username} onAct={() => decide('reject')} />
      <BlockButton person={{ id, username, user_image: null }} change={change} />
    </>
  );
}

export function SentRequests({ requests, change }: RequestPanelProps) {
  return (
    <Disclosure title={`Sent Requests (${requests.length})`}>
      <PeopleList label="Sent Requests" items={requests} empty="You have not asked anybody yet.">
        {(request) => (
          <>
            <Person person={{ username: request.to_user }}>
              <FriendDate timestamp={request.timestamp} />
            </Person>
            <RowActions>
              <StatusLabel status={request.status} />
              <DeleteRequestButton request={request} who={request.to_user} change={change} />
            </RowActions>
          </>
        )}
      </PeopleList>
    </Disclosure>
  );
}
