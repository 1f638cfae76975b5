import {
  blockUser,
  deleteFriendRequest,
  listBlocks,
  listFriendRequests,
  removeFriend,
  respondFriendRequest,
  searchUsers,
  sendFriendRequest,
  unblockUser,
} from 'contract/friends/friends.ts';
import { storageLimits } from 'contract/files/files.constants.ts';
import type { Route, RouteResponse } from 'contract/route.ts';
import type { Test } from 'supertest';
import type { TestApp } from '#test/app.ts';
import { callApi, type CallOptions } from '#test/call.ts';
import { createCaller, type TestUser } from '#test/factories.ts';

export type RelationLists = RouteResponse<typeof listFriendRequests>;
type RelatedUser = RouteResponse<typeof listBlocks>['data'][number];

/** A signed-in user with every call for friends. */
export interface FriendCaller {
  user: TestUser;
  access: string;
  send: (to: TestUser | string) => Test;
  respond: (requestId: string, action: string) => Test;
  withdraw: (requestId: string) => Test;
  remove: (friend: TestUser | string) => Test;
  block: (other: TestUser | string) => Test;
  unblock: (other: TestUser | string) => Test;
  search: (query: string) => Test;
  blocks: () => Test;
  lists: () => Promise<RelationLists>;
  searchUsernames: (query: string) => Promise<string[]>;
}

export async function createFriendCaller(
  test: TestApp,
  options: Parameters<typeof createCaller>[1] = {},
): Promise<FriendCaller> {
  const { user, access } = await createCaller(test, options);
  return { user, access, ...callsOf(test, access) };
}

const idOf = (user: TestUser | string) => (typeof user === 'string' ? user : user.id);

function callsOf(test: TestApp, access: string): Omit<FriendCaller, 'user' | 'access'> {
  const as = (route: Route, id = '', options: CallOptions = {}) =>
    callApi(test, route, { ...options, id, access });
  const search = (query: string) => as(searchUsers, '', { query: { query } });
  return {
    send: (to) => as(sendFriendRequest, idOf(to)),
    respond: (requestId, action) => as(respondFriendRequest, requestId, { body: { action } }),
    withdraw: (requestId) => as(deleteFriendRequest, requestId),
    remove: (friend) => as(removeFriend, idOf(friend)),
    block: (other) => as(blockUser, idOf(other)),
    unblock: (other) => as(unblockUser, idOf(other)),
    search,
    blocks: () => as(listBlocks),
    lists: async () => (await as(listFriendRequests).expect(200)).body as RelationLists,
    searchUsernames: async (query) => {
      const { body } = await search(query).expect(200);
      return (body as { data: RelatedUser[] }).data.map(({ username }) => username);
    },
  };
}

/** Sends a request and accepts it. Resolves to the id of the request. */
export async function befriend(one: FriendCaller, other: FriendCaller): Promise<string> {
  const { body } = await one.send(other.user).expect(201);
  const { id } = (body as RouteResponse<typeof sendFriendRequest>).request;
  await other.respond(id, 'accept').expect(200);
  return id;
}

/** Inserts requests of a user to new users. Rejected requests count towards the storage limit only. */
export async function createStoredRequests(
  test: TestApp,
  userId: string,
  count: number,
  status: 'pending' | 'rejected' = 'rejected',
): Promise<void> {
  const ids = await createRecipients(test, count);
  await test.database.pool.query(
    `INSERT INTO friend_requests (id, from_user_id, to_user_id, status, answered_at)
     SELECT id, $1, id, $2, CASE $2 WHEN 'pending' THEN NULL ELSE now() END FROM unnest($3::uuid[]) AS id`,
    [userId, status, ids],
  );
}

async function createRecipients({ database: { pool } }: TestApp, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO users (id, username, email, password_hash, email_verified_at)
     SELECT id, right(id::text, 12), id, 'none', now()
     FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $1)) AS recipients RETURNING id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** A user with storage for `available` further requests, and twice as many other users. */
export async function createSender(
  test: TestApp,
  available: number,
): Promise<{ sender: FriendCaller; recipients: string[] }> {
  const sender = await createFriendCaller(test);
  await createStoredRequests(test, sender.user.id, storageLimits.records - available);
  return { sender, recipients: await createRecipients(test, 2 * available) };
}
