import { useQuery } from '@tanstack/react-query';
import { flagOutcomeTexts, flagReasonLabels, flagSubjectLabels } from 'contract/flags/flags.constants.ts';
import type { OwnFlag } from 'contract/flags/flags.ts';
import type { Person as PersonData } from 'contract/friends/friends.ts';
import { listLimits } from 'contract/limits.ts';
import type { ReactNode } from 'react';
import { PersonMenu } from '#parts/flags/person-menu.tsx';
import { friendsSections } from '#parts/navigation/paths.ts';
import { QueryState } from '#parts/query/query-state.tsx';
import { ContactLink } from '#parts/site/contact-link.tsx';
import { apiQuery } from '#session/call.ts';
import { useSession } from '#session/session.ts';
import { Disclosure } from '#ui/controls/disclosure.tsx';
import { type FriendLists, type FriendRequest, isPending } from './friend-changes.ts';
import { useBlocks, useChangeFriends, useFriendLists } from './friends.queries.ts';
import { PeopleList, RowActions } from './people-list.tsx';
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

/** Closed at first, since few users report anyone. */
function OwnFlags() {
  const flags = useQuery(apiQuery('listOwnFlags', { query: { page_size: listLimits.maxPageSize } }));
  const label = 'People You Reported';
  return (
    <Disclosure
      id={friendsSections.reported}
      title={flags.data ? `${label} (${flags.data.totalFlag})` : label}
      defaultOpen={false}
    >
      <QueryState query={flags} failure="Could not load the people you reported.">
        {({ data }) =>
          data.length === 0 ? (
            <p className="max-w-none text-sm text-muted">
              You have reported nobody. To report a person, open the menu beside the name. You will read here
              what our agents did.
            </p>
          ) : (
            <ul aria-label={label}>
              {data.map((flag) => (
                <Flag key={flag.id} flag={flag} />
              ))}
            </ul>
          )
        }
      </QueryState>
      <p className="mt-3 max-w-none text-sm text-muted">
        To report a person who is no longer in your lists, write to <ContactLink />.
      </p>
    </Disclosure>
  );
}

function Flag({ flag: { username, subject, calculation, reason, created_at, outcome } }: { flag: OwnFlag }) {
  const facts = [
    subject === 'unknown' ? '' : flagSubjectLabels[subject],
    calculation === null ? '' : `“${calculation}”`,
    reason === 'unknown' ? '' : flagReasonLabels[reason],
  ].filter(Boolean);
  return (
    <li className="flex flex-col gap-1 py-3 text-sm not-first:border-t not-first:border-rule">
      <p className="flex max-w-none flex-wrap items-baseline justify-between gap-x-4 text-muted">
        <span className="text-md wrap-anywhere text-strong">{username}</span>
        <FriendDate timestamp={created_at} />
      </p>
      <p className="text-muted">{facts.join(' · ')}</p>
      <p>{textOf(outcome)}</p>
    </li>
  );
}

function textOf(outcome: OwnFlag['outcome']): string {
  if (outcome === null) return 'An agent will look at it.';
  return outcome === 'unknown' ? 'Thank you. We looked at it.' : flagOutcomeTexts[outcome];
}
