import type { Person as PersonData } from 'contract/friends/friends.ts';
import type { ReactNode } from 'react';
import { PersonMenu } from '#parts/flags/person-menu.tsx';
import { QueryState } from '#parts/query/query-state.tsx';
import { useSession } from '#session/session.ts';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { type FriendLists, type FriendRequest, isPending } from './friend-changes.ts';
import { useBlocks, useChangeFriends, useFriendLists } from './friends.queries.ts';
import { PeopleList, RowActions } from './people-list.tsx';
import { OwnFlags } from './own-flags.tsx';
import { FriendDate, OtherMenu, Person, StatusLabel } from './person.tsx';
import { ActionButton, ConfirmedButton, RequestState, UndoButton } from './row-buttons.tsx';
import { UserSearch } from './user-search.tsx';

export function FriendsTab() {
  const session = useSession();
  const friends = useFriendLists();
  if (!session) return null;
  return (
    <QueryState query={friends} failure="Could not load friends." className="flex min-w-0 flex-col gap-6">
      {(lists) => (
        <>
          <UserSearch user={session.user} lists={lists} />
          <RequestsAndFriends lists={lists} />
          <BlockedUsers />
          <OwnFlags />
        </>
      )}
    </QueryState>
  );
}

function RequestsAndFriends({ lists }: { lists: FriendLists }) {
  const openCount = lists.received_requests.filter(isPending).length;
  return (
    <Disclosure title="Requests And Friends" aside={openCount > 0 && `${openCount} open`}>
      <div className="grid grid-fit-[28rem] items-start gap-x-7 gap-y-6">
        <ReceivedRequests requests={lists.received_requests} />
        <SentRequests requests={lists.sent_requests} />
        <Friends friends={lists.friends} />
      </div>
    </Disclosure>
  );
}

interface CountedListProps<Item> {
  label: string;
  items: Item[];
  empty: string;
  children: (item: Item, isGone: boolean) => ReactNode;
}

function CountedList<Item extends { id: string }>(list: CountedListProps<Item>) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2 text-sm text-muted">{`${list.label} (${list.items.length})`}</h3>
      <PeopleList {...list} />
    </section>
  );
}

/** Lists pending requests first. */
function ReceivedRequests({ requests }: { requests: FriendLists['received_requests'] }) {
  const pending = requests.filter(isPending);
  const answered = requests.filter((request) => !isPending(request));
  return (
    <CountedList
      label="Received Requests"
      items={[...pending, ...answered]}
      empty="You have no friend requests. Requests from other users will appear here."
    >
      {(request, isGone) => (
        <>
          <Person person={{ username: request.from_user }}>
            <FriendDate timestamp={request.timestamp} />
          </Person>
          <RowActions>
            {isGone ? (
              <StatusLabel status="rejected">Withdrawn</StatusLabel>
            ) : isPending(request) ? (
              <DecisionButtons request={request} />
            ) : (
              <StatusLabel status={request.status} />
            )}
            <OtherMenu id={request.from_user_id} username={request.from_user} />
          </RowActions>
        </>
      )}
    </CountedList>
  );
}

function DecisionButtons({ request }: { request: FriendRequest }) {
  const change = useChangeFriends();
  const { from_user_id: id, from_user: username } = request;
  const decide = (action: 'accept' | 'reject') =>
    change({ operation: 'respondFriendRequest', request, action });
  return (
    <>
      <ActionButton label="Accept" who={username} variant="primary" onAct={() => decide('accept')} />
      <ActionButton label="Reject" who={username} onAct={() => decide('reject')} />
      {id !== undefined && (
        <ConfirmedButton operation="blockUser" person={{ id, username, user_image: null }} />
      )}
    </>
  );
}

function SentRequests({ requests }: { requests: FriendLists['sent_requests'] }) {
  return (
    <CountedList
      label="Sent Requests"
      items={requests}
      empty="You have sent no friend requests. Search for a user above to send one."
    >
      {(request, isGone) => (
        <>
          <Person person={{ username: request.to_user }}>
            <FriendDate timestamp={request.timestamp} />
          </Person>
          <RowActions>
            <RequestState request={request} isOwn who={request.to_user} isGone={isGone} />
            <OtherMenu id={request.to_user_id} username={request.to_user} />
          </RowActions>
        </>
      )}
    </CountedList>
  );
}

function Friends({ friends }: { friends: PersonData[] }) {
  // The confirmation dialog releases the rows, so removed friends do not stay in the list.
  return (
    <CountedList
      label="Friends"
      items={friends}
      empty="You have no friends yet. Search for a user above to send a friend request."
    >
      {(person) => (
        <>
          <Person person={person} />
          <RowActions>
            <ConfirmedButton operation="removeFriend" person={person} />
            <ConfirmedButton operation="blockUser" person={person} />
            <PersonMenu person={person} />
          </RowActions>
        </>
      )}
    </CountedList>
  );
}

/** Closed at first, since few users block anyone. */
function BlockedUsers() {
  const blocks = useBlocks();
  const change = useChangeFriends();
  const label = 'Blocked Users';
  return (
    <Disclosure title={blocks.data ? `${label} (${blocks.data.length})` : label} defaultOpen={false}>
      <QueryState query={blocks} failure="Could not load blocked users.">
        {(people) => (
          <PeopleList
            label={label}
            items={people}
            empty="You have blocked no users. A blocked user cannot find you or send you a friend request, and is not notified."
          >
            {(person, isGone) => (
              <>
                <Person person={person} />
                <RowActions>
                  {isGone ? (
                    <>
                      <UndoButton
                        what={`unblocking of ${person.username}`}
                        onUndo={() => change({ operation: 'blockUser', person })}
                      />
                      <StatusLabel status="accepted">Unblocked</StatusLabel>
                    </>
                  ) : (
                    <ActionButton
                      label="Unblock"
                      who={person.username}
                      onAct={() => change({ operation: 'unblockUser', person })}
                    />
                  )}
                </RowActions>
              </>
            )}
          </PeopleList>
        )}
      </QueryState>
    </Disclosure>
  );
}
