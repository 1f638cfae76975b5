import { z } from 'zod';
import { Id, IdPath, storedKind, Timestamp, visibleLine } from 'contract/fields.ts';
import { friendLimits, friendMessages } from './friends.constants.ts';
import { rateLimits } from 'contract/limits.ts';
import { listOf, message, messageWith } from 'contract/responses.ts';
import { json, route } from 'contract/route.ts';

export const FriendRequest = z
  .object({
    id: Id,
    from_user: z.string().describe('A username.'),
    to_user: z.string().describe('A username.'),
    from_user_id: Id,
    to_user_id: Id,
    status: storedKind(['pending', 'accepted', 'rejected']),
    timestamp: Timestamp,
  })
  .meta({ id: 'FriendRequest' });

export type FriendRequest = z.infer<typeof FriendRequest>;

export const Person = z
  .object({
    id: Id,
    username: z.string(),
    user_image: z.string().nullable().describe('A path for `getSignedUrl`.'),
  })
  .meta({ id: 'Person' });

export type Person = z.infer<typeof Person>;

export const examplePerson: Person = {
  id: '01930a4e-7c00-7000-8000-000000000002',
  username: 'grace',
  user_image: null,
};

const exampleRequest: FriendRequest = {
  id: '01930a4e-7c00-7000-8000-000000000003',
  from_user: 'ada',
  to_user: 'grace',
  from_user_id: '01930a4e-7c00-7000-8000-000000000001',
  to_user_id: examplePerson.id,
  status: 'pending',
  timestamp: '2026-01-31T02:03:04.567Z',
};
const acceptedRequest: FriendRequest = { ...exampleRequest, status: 'accepted' };

const requestWith = (msg: string, description: string, example = acceptedRequest) =>
  messageWith('request', FriendRequest, { msg, example, description });

export const sendFriendRequest = route('sendFriendRequest', {
  summary: 'Send a friend request',
  description: `Accepts the other user's request if that user has already sent one. A rejected user may send another request. At most ${friendLimits.requestsPerHour} requests an hour and ${friendLimits.pendingRequests} pending requests.`,
  params: IdPath,
  responses: {
    201: requestWith(friendMessages.friendRequestSent, 'Sent.', exampleRequest),
    200: requestWith(
      friendMessages.friendRequestAccepted,
      'The other user had already sent a request. The users are now friends.',
    ),
  },
  errors: ['conflict', 'forbidden', 'storage_limit_reached'],
  rateLimit: rateLimits.relationChange,
});

export const respondFriendRequest = route('respondFriendRequest', {
  summary: 'Accept or reject a friend request',
  description: 'Only the recipient can respond, and only once.',
  params: z.object({ requestId: Id }),
  body: z.strictObject({ action: z.enum(['accept', 'reject'], 'Must be accept or reject.') }),
  bodyExample: { action: 'accept' },
  response: requestWith(friendMessages.friendRequestAccepted, 'Saved.'),
  errors: ['conflict'],
  rateLimit: rateLimits.relationChange,
});

export const listFriendRequests = route('listFriendRequests', {
  summary: 'List friends and friend requests',
  description: 'The latest requests come first. Friends are sorted by username.',
  response: json(
    z.object({
      received_requests: z.array(FriendRequest),
      sent_requests: z.array(FriendRequest),
      friends: z.array(Person),
    }),
    { received_requests: [], sent_requests: [exampleRequest], friends: [] },
    'The sent and received requests, and the friends.',
  ),
  countsAsActivity: false,
});

export const deleteFriendRequest = route('deleteFriendRequest', {
  summary: 'Delete a friend request',
  description:
    'Only the sender can delete a request, in any state. A friendship that resulted from it remains.',
  params: IdPath,
  response: message(friendMessages.friendRequestDeleted, 'The request is deleted.'),
  rateLimit: rateLimits.relationChange,
});

export const removeFriend = route('removeFriend', {
  summary: 'End a friendship',
  description: 'Takes the friend’s user id. Both users may send a new request afterwards.',
  params: IdPath,
  response: message(friendMessages.friendRemoved, 'The friendship has ended.'),
  rateLimit: rateLimits.relationChange,
});

export const searchUsers = route('searchUsers', {
  summary: 'Find users by their username',
  description: `Returns at most ${friendLimits.searchResults} users, the best match first: an equal username, then usernames that begin with the text and, if it has at least three characters, usernames that contain it. No character is a wildcard.`,
  query: z.strictObject({
    query: visibleLine(friendLimits.queryMaxLength).meta({ example: 'gra' }),
  }),
  response: listOf(Person, examplePerson, 'The matches.'),
  rateLimit: { max: 300, windowSeconds: 60 },
});

export const blockUser = route('blockUser', {
  summary: 'Block a user',
  description: `Ends the friendship and deletes the pending requests between the two users. The blocked user is not notified, and can no longer find the caller or send requests to them. At most ${friendLimits.blocks} users.`,
  params: IdPath,
  response: message(friendMessages.userBlocked, 'Blocked.'),
  errors: ['conflict', 'forbidden'],
  rateLimit: rateLimits.relationChange,
});

export const unblockUser = route('unblockUser', {
  summary: 'Unblock a user',
  params: IdPath,
  response: message(friendMessages.userUnblocked, 'Unblocked.'),
  rateLimit: rateLimits.relationChange,
});

export const listBlocks = route('listBlocks', {
  summary: 'List the users that the caller has blocked',
  response: listOf(Person, examplePerson, 'Sorted by username.'),
});
