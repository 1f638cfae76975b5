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
} from 'contract/friends.ts';
import { storageLimits } from 'contract/files.constants.ts';
import type { Route, RouteResponse } from 'contract/route.ts';
import request, { type Test } from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import type { TestApp } from '#test/app.ts';
import { createCaller, type TestUser } from '#test/factories.ts';

export type RelationLists = RouteResponse<typeof listFriendRequests>;
type Person = RouteResponse<typeof listBlocks>['data'][number];

/** A signed-in user with every call about friends. */
export interface TestPerson {
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
  list: () => Test;
  lists: () => Promise<RelationLists>;
  found: (query: string) => Promise<string[]>;
}

export const guestCalls = (test: TestApp) => callsOf(test, undefined);

export async function createPerson(
  test: TestApp,
  options: Parameters<typeof createCaller>[1] = {},
): Promise<TestPerson> {
  const { user, access } = await createCaller(test, options);
  return { user, access, ...callsOf(test, access) };
}

const idOf = (user: TestUser | string) => (typeof user === 'string' ? user : user.id);

function callsOf({ app }: TestApp, access: string | undefined): Omit<TestPerson, 'user' | 'access'> {
  const call = ({ method, url }: Route, id = '') => {
    const path = url.replace(/:\w+/, id);
    const sent = request(app.server)[method.toLowerCase() as 'get' | 'post' | 'delete'](path);
    return access === undefined ? sent : sent.set('authorization', `Bearer ${access}`);
  };
  const search = (query: string) => call(searchUsers).query({ query });
  return {
    send: (to) => call(sendFriendRequest, idOf(to)),
    respond: (requestId, action) => call(respondFriendRequest, requestId).send({ action }),
    withdraw: (requestId) => call(deleteFriendRequest, requestId),
    remove: (friend) => call(removeFriend, idOf(friend)),
    block: (other) => call(blockUser, idOf(other)),
    unblock: (other) => call(unblockUser, idOf(other)),
    search,
    blocks: () => call(listBlocks),
    list: () => call(listFriendRequests),
    lists: async () => (await call(listFriendRequests).expect(200)).body as RelationLists,
    found: async (query) => {
      const { body } = await search(query).expect(200);
      return (body as { data: Person[] }).data.map(({ username }) => username);
    },
  };
}

/** Sends and accepts; resolves with the request's id. */
export async function befriend(one: TestPerson, other: TestPerson): Promise<string> {
  const { body } = await one.send(other.user).expect(201);
  const { id } = (body as RouteResponse<typeof sendFriendRequest>).request;
  await other.respond(id, 'accept').expect(200);
  return id;
}

/** A user with storage for so many requests more, and twice as many users to ask. */
export async function createHopeful(
  test: TestApp,
  room: number,
): Promise<{ hopeful: TestPerson; toAsk: string[] }> {
  const { prisma } = test.database;
  const hopeful = await createPerson(test);
  const users = Array.from({ length: storageLimits.records + room }, () => {
    const id = uuidv7();
    return { id, username: id.slice(-12), email: id, password_hash: 'none', email_verified_at: new Date() };
  });
  await prisma.user.createMany({ data: users });
  const ids = users.map(({ id }) => id);
  await prisma.friendRequest.createMany({
    data: ids.slice(2 * room).map((id) => ({
      id,
      from_user_id: hopeful.user.id,
      to_user_id: id,
      status: 'rejected',
      answered_at: new Date(),
    })),
  });
  return { hopeful, toAsk: ids.slice(0, 2 * room) };
}

/** Users whose stored counters are not what a count finds. */
export async function wrongCounters({ database }: TestApp): Promise<unknown[]> {
  const { rows } = await database.pool.query<object>(
    `SELECT * FROM (
       SELECT user_id, requests_sent, requests_received, friends, images, ip_records,
              (SELECT count(*) FROM friend_requests WHERE from_user_id = user_id) AS sent,
              (SELECT count(*) FROM friend_requests WHERE to_user_id = user_id) AS received,
              (SELECT count(*) FROM friendships WHERE user_id IN (low_user_id, high_user_id)) AS counted_friends,
              (SELECT count(*) FROM files WHERE files.user_id = user_storage.user_id) AS counted_images,
              (SELECT count(*) FROM ip_records WHERE ip_records.user_id = user_storage.user_id) AS counted_ip_records
       FROM user_storage
     ) AS counts
     WHERE (requests_sent, requests_received, friends, images, ip_records)
       IS DISTINCT FROM (sent, received, counted_friends, counted_images, counted_ip_records)`,
  );
  return rows;
}
