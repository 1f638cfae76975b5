import type { SessionUser } from 'contract/accounts/accounts.ts';
import type { FriendRequest, Person } from 'contract/friends/friends.ts';
import type { ResponseOf } from '#api/call.ts';

export type FriendLists = ResponseOf<'listFriendRequests'>;
type Blocks = ResponseOf<'listBlocks'>;

/** A user's change, named after its operation. */
export type FriendChange =
  | { operation: 'sendFriendRequest'; person: Person; request: FriendRequest }
  | { operation: 'respondFriendRequest'; request: FriendRequest; action: 'accept' | 'reject' }
  | { operation: 'deleteFriendRequest'; request: FriendRequest }
  | { operation: 'removeFriend' | 'blockUser' | 'unblockUser'; person: Person };

const draftPrefix = 'draft:';

/** An optimistic request, without the server's id. */
export function draftRequest(from: SessionUser, to: Person): FriendRequest {
  return {
    id: `${draftPrefix}${to.id}`,
    from_user: from.username,
    to_user: to.username,
    from_user_id: from.id,
    to_user_id: to.id,
    status: 'pending',
    timestamp: new Date().toISOString(),
  };
}

/** A draft has no id on the server yet, so it cannot be changed there. */
export function isDraft({ id }: { id: string }): boolean {
  return id.startsWith(draftPrefix);
}

export function isPending({ status }: FriendRequest): boolean {
  return status === 'pending';
}

/** The lists after a change. Idempotent, because the lists may contain a pending change already. */
export function changedLists(lists: FriendLists, change: FriendChange): FriendLists {
  switch (change.operation) {
    case 'sendFriendRequest':
      return sent(lists, change);
    case 'respondFriendRequest': {
      const { request, action } = change;
      const answered = { ...request, status: `${action}ed` as const };
      const requester = { id: request.from_user_id, username: request.from_user, user_image: null };
      return action === 'accept' ? befriended(lists, requester, answered) : received(lists, answered);
    }
    case 'deleteFriendRequest':
      return { ...lists, sent_requests: without(lists.sent_requests, change.request.id) };
    case 'removeFriend':
      return { ...lists, friends: without(lists.friends, change.person.id) };
    case 'blockUser':
      return separated(lists, change.person.id);
    case 'unblockUser':
      return lists;
  }
}

export function changedBlocks(blocks: Blocks, change: FriendChange): Blocks {
  if (change.operation === 'unblockUser') return { data: without(blocks.data, change.person.id) };
  return change.operation === 'blockUser' ? { data: withPerson(blocks.data, change.person) } : blocks;
}

function sent(
  lists: FriendLists,
  { person, request }: { person: Person; request: FriendRequest },
): FriendLists {
  const isThere =
    lists.friends.some(({ id }) => id === person.id) ||
    lists.sent_requests.some((other) => other.to_user_id === person.id && isPending(other));
  return isThere ? lists : { ...lists, sent_requests: [request, ...lists.sent_requests] };
}

function befriended(lists: FriendLists, person: Person, request: FriendRequest): FriendLists {
  return { ...received(lists, request), friends: withPerson(lists.friends, person) };
}

function received(lists: FriendLists, request: FriendRequest): FriendLists {
  return {
    ...lists,
    received_requests: lists.received_requests.map((other) => (other.id === request.id ? request : other)),
  };
}

/** A block ends the friendship, deletes a sent request and rejects a received one. */
function separated(lists: FriendLists, id: string): FriendLists {
  return {
    received_requests: lists.received_requests.map((request) =>
      request.from_user_id === id && isPending(request) ? { ...request, status: 'rejected' } : request,
    ),
    sent_requests: lists.sent_requests.filter((request) => request.to_user_id !== id || !isPending(request)),
    friends: without(lists.friends, id),
  };
}

function without<Item extends { id: string }>(items: Item[], id: string): Item[] {
  return items.filter((item) => item.id !== id);
}

/** Sorted by username, like the server's lists. */
function withPerson(people: Person[], person: Person): Person[] {
  if (people.some(({ id }) => id === person.id)) return people;
  return [...people, person].toSorted((a, b) => a.username.localeCompare(b.username));
}
