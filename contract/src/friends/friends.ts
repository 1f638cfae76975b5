import { z } from 'zod';
import { Id, IdPath, Timestamp, visibleText } from 'contract/fields.ts';
import { friendLimits, friendMessages } from './friends.constants.ts';
import { rateLimits } from 'contract/limits.ts';
import { listOf, message, messageWith } from 'contract/responses.ts';
import { json, route } from 'contract/route.ts';

export const FriendRequest = z
  .object({
    id: Id,
    from_user: z.string().meta({ description: 'A username.' }),
    to_user: z.string().meta({ description: 'A username.' }),
    from_user_id: Id,
    to_user_id: Id,
    status: z.enum(['pending', 'accepted', 'rejected']),
    timestamp: Timestamp,
  })
  .meta({ id: 'FriendRequest' });

export type FriendRequest = z.infer<typeof FriendRequest>;

export const Person = z
  .object({
    id: Id,
    username: z.string(),
    user_image: z.string().nullable().meta({ description: 'A path for get-signed-url.' }),
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

const withRequest = messageWith('request', FriendRequest);

export const sendFriendRequest = route('sendFriendRequest', {
  summary: 'Ask a user to be friends',
  description: `Where the other side has asked already, this accepts. After a rejection one may ask again. At most ${friendLimits.requestsPerHour} requests an hour and ${friendLimits.pendingRequests} pending ones.`,
  params: IdPath,
  responses: {
    201: withRequest(friendMessages.friendRequestSent, exampleRequest, 'Sent.'),
    200: withRequest(
      friendMessages.friendRequestAccepted,
      acceptedRequest,
      'The other side had asked: now you are friends.',
    ),
  },
  errors: ['conflict', 'forbidden', 'storage_limit_reached'],
  rateLimit: rateLimits.relationChange,
});

export const respondFriendRequest = route('respondFriendRequest', {
  summary: 'Accept or reject a friend request',
  description: 'By its recipient, once.',
  params: z.object({ requestId: Id }),
  body: z.strictObject({ action: z.enum(['accept', 'reject'], 'Must be accept or reject.') }),
  bodyExample: { action: 'accept' },
  responses: { 200: withRequest(friendMessages.friendRequestAccepted, acceptedRequest, 'Answered.') },
  errors: ['conflict'],
  rateLimit: rateLimits.relationChange,
});

export const listFriendRequests = route('listFriendRequests', {
  summary: 'List friends and friend requests',
  description: 'Latest requests first; friends by username.',
  responses: {
    200: json(
      z.object({
        received_requests: z.array(FriendRequest),
        sent_requests: z.array(FriendRequest),
        friends: z.array(Person),
      }),
      { received_requests: [], sent_requests: [exampleRequest], friends: [] },
      'Both kinds of requests, and the friends.',
    ),
  },
});

export const deleteFriendRequest = route('deleteFriendRequest', {
  summary: 'Delete a friend request',
  description: 'By who sent it, whatever became of it. A friendship that came of it stays.',
  params: IdPath,
  responses: { 200: message(friendMessages.friendRequestDeleted, 'Deleted.') },
  rateLimit: rateLimits.relationChange,
});

export const removeFriend = route('removeFriend', {
  summary: 'End a friendship',
  description: 'By the friend’s user id. Both may ask again afterwards.',
  params: IdPath,
  responses: { 200: message(friendMessages.friendRemoved, 'Ended.') },
  rateLimit: rateLimits.relationChange,
});

export const searchUsers = route('searchUsers', {
  summary: 'Find users by their username',
  description: `At most ${friendLimits.searchResults}, the best match first: the name itself, then names that begin with the text and, from its third character, names that hold it. Nothing in the text is special.`,
  query: z.strictObject({
    query: visibleText(friendLimits.queryMaxLength).trim().meta({ example: 'gra' }),
  }),
  responses: { 200: listOf(Person, examplePerson, 'The matches.') },
  rateLimit: { max: 300, windowSeconds: 60 },
});

export const blockUser = route('blockUser', {
  summary: 'Block a user',
  description: `Ends the friendship and pending requests between the two. The blocked user is not told, and no longer finds or can ask the one who blocked. At most ${friendLimits.blocks} users.`,
  params: IdPath,
  responses: { 200: message(friendMessages.userBlocked, 'Blocked.') },
  errors: ['conflict', 'forbidden'],
  rateLimit: rateLimits.relationChange,
});

export const unblockUser = route('unblockUser', {
  summary: 'Lift a block',
  params: IdPath,
  responses: { 200: message(friendMessages.userUnblocked, 'Lifted.') },
  rateLimit: rateLimits.relationChange,
});

export const listBlocks = route('listBlocks', {
  summary: 'List the users whom one has blocked',
  responses: { 200: listOf(Person, examplePerson, 'By username.') },
});
