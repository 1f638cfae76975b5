import type { SessionUser } from 'contract/accounts/accounts.ts';
import { friendMessages } from 'contract/friends/friends.constants.ts';
import type { FriendRequest as FriendRequestWithIds, Person } from 'contract/friends/friends.ts';
import type { ResponseOf } from '#api/call.ts';

type UserIds = 'from_user_id' | 'to_user_id';

/** Another server may send usernames only. They are unique, so people are compared by them. */
export interface FriendRequest
  extends Omit<FriendRequestWithIds, UserIds>, Partial<Pick<FriendRequestWithIds, UserIds>> {
  /** An optimistic request has no id on the server yet, so it cannot be changed there. */
  isDraft?: boolean;
}

export interface FriendLists {
  received_requests: FriendRequest[];
  sent_requests: FriendRequest[];
  friends: Person[];
}
type Blocks = ResponseOf<'listBlocks'>;

/** A user's change, named after its operation. */
export type FriendChange =
  | { operation: 'sendFriendRequest'; person: Person; request: FriendRequest }
  | { operation: 'respondFriendRequest'; request: FriendRequest; action: 'accept' | 'reject' }
  | { operation: 'deleteFriendRequest'; request: FriendRequest }
  | { operation: 'removeFriend' | 'blockUser' | 'unblockUser'; person: Person };

export function draftRequest(from: SessionUser, to: Person): FriendRequest {
  return {
    id: `draft:${to.id}`,
    isDraft: true,
    from_user: from.username,
    to_user: to.username,
    from_user_id: from.id,
    to_user_id: to.id,
    status: 'pending',
    timestamp: new Date().toISOString(),
  };
}

export function isPending({ status }: FriendRequest): boolean {
  return status === 'pending';
}

const isFrom = ({ from_user }: FriendRequest, { username }: Person) => from_user === username;
const isTo = ({ to_user }: FriendRequest, { username }: Person) => to_user === username;

/** The pending request of the user to a person. */
export const sentRequestTo = ({ sent_requests }: FriendLists, person: Person) =>
  sent_requests.find((request) => isTo(request, person) && isPending(request));

/** The pending request of a person to the user. */
export const receivedRequestFrom = ({ received_requests }: FriendLists, person: Person) =>
  received_requests.find((request) => isFrom(request, person) && isPending(request));

export const isFriend = ({ friends }: FriendLists, { username }: Person) =>
  friends.some((friend) => friend.username === username);

/** The message of a change, if the server sends none. */
export const successText = (change: FriendChange): string =>
  successTexts[change.operation === 'respondFriendRequest' ? change.action : change.operation];

const successTexts = {
  sendFriendRequest: friendMessages.friendRequestSent,
  accept: friendMessages.friendRequestAccepted,
  reject: friendMessages.friendRequestRejected,
  deleteFriendRequest: friendMessages.friendRequestDeleted,
  removeFriend: friendMessages.friendRemoved,
  blockUser: friendMessages.userBlocked,
  unblockUser: friendMessages.userUnblocked,
};

/** The lists after a change. Idempotent, because the lists may contain a pending change already. */
export function changedLists(lists: FriendLists, change: FriendChange): FriendLists {
  switch (change.operation) {
    case 'sendFriendRequest':
      return sent(lists, change);
    case 'respondFriendRequest': {
      const { request, action } = change;
      const answered = { ...request, status: `${action}ed` as const };
      const { from_user: username, from_user_id: id = username } = request;
      const requester = { id, username, user_image: null };
      return action === 'accept' ? befriended(lists, requester, answered) : received(lists, answered);
    }
    case 'deleteFriendRequest':
      return { ...lists, sent_requests: without(lists.sent_requests, change.request.id) };
    case 'removeFriend':
      return { ...lists, friends: without(lists.friends, change.person.id) };
    case 'blockUser':
      return separated(lists, change.person);
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
  const isThere = isFriend(lists, person) || sentRequestTo(lists, person) !== undefined;
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
function separated(lists: FriendLists, person: Person): FriendLists {
  return {
    received_requests: lists.received_requests.map((request) =>
      isFrom(request, person) && isPending(request) ? { ...request, status: 'rejected' } : request,
    ),
    sent_requests: lists.sent_requests.filter((request) => !isTo(request, person) || !isPending(request)),
    friends: without(lists.friends, person.id),
  };
}

function without<Item extends { id: string }>(items: Item[], id: string): Item[] {
  return items.filter((item) => item.id !== id);
}

/** Sorted by username. */
function withPerson(people: Person[], person: Person): Person[] {
  if (people.some(({ username }) => username === person.username)) return people;
  return [...people, person].toSorted((a, b) => a.username.localeCompare(b.username));
}
