import type { SessionUser } from 'contract/accounts.ts';
import type { Person } from 'contract/friends.ts';
import { type FriendChange, type FriendLists, draftRequest, isPending } from './friend-changes.ts';
import { ActionButton, BlockButton } from './row-buttons.tsx';
import { StatusLabel } from './status-label.tsx';

interface SearchActionsProps {
  /** Who searches. */
  user: SessionUser;
  person: Person;
  lists: FriendLists;
  isBlocked: boolean;
  change: (change: FriendChange) => void;
}

/** How one stands with a person found, or else what can be done about it. */
export function SearchActions({ user, person, lists, isBlocked, change }: SearchActionsProps) {
  if (isBlocked) return <StatusLabel status="rejected">Blocked</StatusLabel>;
  if (lists.friends.some(({ id }) => id === person.id)) {
    return <StatusLabel status="accepted">Friend</StatusLabel>;
  }
  // One that was answered hides nothing: after a rejection, or the end of a friendship, one may ask again.
  const isAsked = lists.sent_requests.some((sent) => sent.to_user_id === person.id && isPending(sent));
  if (isAsked) return <StatusLabel status="pending">Request sent</StatusLabel>;
  const theirs = lists.received_requests.find(
    (received) => received.from_user_id === person.id && isPending(received),
  );
  const accept = (request: typeof theirs & {}) =>
    change({ operation: 'respondFriendRequest', request, action: 'accept' });
  const add = () => change({ operation: 'sendFriendRequest', person, request: draftRequest(user, person) });
  return (
    <>
      {theirs ? (
        <ActionButton label="Accept" who={person.username} variant="primary" onAct={() => accept(theirs)} />
      ) : (
        <ActionButton label="Add" who={person.username} variant="primary" onAct={add} />
      )}
      <BlockButton person={person} change={change} />
    </>
  );
}
