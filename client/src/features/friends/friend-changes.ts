import type { SessionUser } from 'contract/accounts.ts';
import type { FriendRequest, Person } from 'contract/friends.ts';
import type { ResponseOf } from '#api/call.ts';

export type FriendLists = ResponseOf<'listFriendRequests'>;
export type Blocks = ResponseOf<'listBlocks'>;

/** What a user can do here; the operation of the same name does it on the server. */
export type FriendChange =
  | { operation: 'sendFriendRequest'; person: Person; request: FriendRequest }
  | { operation: 'respondFriendRequest'; request: FriendRequest; action: 'accept' | 'reject' }
  | { operation: 'deleteFriendRequest'; request: FriendRequest }
  | { operation: 'removeFriend' | 'blockUser' | 'unblockUser'; person: Person };

const draftPrefix = 'draft:';

/** A request as it will be once the server has made it, but for its id. */
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

/** Whether a request is still on its way to the server, so that nothing can be done to it there. */
export function isDraft({ id }: { id: string }): boolean {
  return id.startsWith(draftPrefix);
}

/** Whether a request waits for its answer. */
export function isPending({ status }: FriendRequest): boolean {
  return status === 'pending';
}

/** The lists as they are after a change. To lists that have it already it changes nothing. */
export function changedLists(lists: FriendLists, change: FriendChange): FriendLists {
  switch (change.operation) {
    case 'sendFriendRequest':
      return sent(lists, change.person, change.request);
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

/** The blocked people as they are after a change. */
export function changedBlocks(blocks: Blocks, change: FriendChange): Blocks {
  if (change.operation === 'unblockUser') return { data: without(blocks.data, change.person.id) };
  return change.operation === 'blockUser' ? { data: withPerson(blocks.data, change.person) } : blocks;
}

function sent(lists: FriendLists, person: Person, request: FriendRequest): FriendLists {
  // The other side had asked meanwhile: the answer is their request, accepted.
  if (request.status === 'accepted') return befriended(lists, person, request);
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

/** A block ends the friendship and what is pending: a request to the blocked goes, one from them is rejected. */
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

/** By username, as the server lists people. */
function withPerson(people: Person[], person: Person): Person[] {
  if (people.some(({ id }) => id === person.id)) return people;
  return [...people, person].toSorted((a, b) => a.username.localeCompare(b.username));
}
