import { deleteUser } from 'contract/users/users.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createUser } from '#test/factories.ts';
import { createFriendCaller, type FriendCaller } from '#test/friends.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });
const rounds = 4;

let ada: FriendCaller;
let bo: FriendCaller;
beforeAll(async () => {
  [ada, bo] = [await createFriendCaller(test), await createFriendCaller(test)];
});

const forget = () =>
  test.database.pool.query('WITH f AS (DELETE FROM friendships) DELETE FROM friend_requests');

const statusesOf = async (...calls: PromiseLike<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status);

function countEach(values: (string | number)[]): Record<string, number> {
  return values.reduce<Record<string, number>>(
    (counts, value) => Object.assign(counts, { [value]: (counts[value] ?? 0) + 1 }),
    {},
  );
}

const sent = async () => (await ada.send(bo.user).expect(201)).body.request.id as string;

/** The state of the two users, as each of them sees it. */
async function outcome() {
  const [lists, others] = await Promise.all([ada.lists(), bo.lists()]);
  expect(others.friends).toHaveLength(lists.friends.length);
  expect([others.received_requests, others.sent_requests]).toEqual([
    lists.sent_requests,
    lists.received_requests,
  ]);
  const requests = [...lists.sent_requests, ...lists.received_requests];
  return { friends: lists.friends.length, requests: requests.map(({ status }) => status) };
}

async function race(round: () => Promise<void>): Promise<void> {
  for (let count = 0; count < rounds; count++) {
    await forget();
    await round();
  }
}

describe('simultaneous calls', { timeout: 60_000 }, () => {
  it('that send opposite requests end in one accepted request and one friendship', () =>
    race(async () => {
      const statuses = await statusesOf(ada.send(bo.user), bo.send(ada.user));
      expect(countEach(statuses)).toEqual({ 200: 1, 201: 1 });
      expect(await outcome()).toEqual({ friends: 1, requests: ['accepted'] });
    }));

  it('that send the same request create one', () =>
    race(async () => {
      const statuses = await statusesOf(ada.send(bo.user), ada.send(bo.user));
      expect(countEach(statuses)).toEqual({ 201: 1, 409: 1 });
      expect(await outcome()).toEqual({ friends: 0, requests: ['pending'] });
    }));

  it('that accept and reject have one winner, which decides the friendship', () =>
    race(async () => {
      const id = await sent();
      const statuses = await statusesOf(bo.respond(id, 'accept'), bo.respond(id, 'reject'));
      expect(countEach(statuses)).toEqual({ 200: 1, 409: 1 });
      const won = statuses[0] === 200;
      expect(await outcome()).toEqual({ friends: won ? 1 : 0, requests: [won ? 'accepted' : 'rejected'] });
    }));

  it('that accept twice create one friendship', () =>
    race(async () => {
      const id = await sent();
      const statuses = await statusesOf(
        bo.respond(id, 'accept'),
        bo.respond(id, 'accept'),
        bo.send(ada.user),
      );
      expect(countEach(statuses)).toEqual({ 200: 1, 409: 2 });
      expect(await outcome()).toEqual({ friends: 1, requests: ['accepted'] });
    }));

  it('that delete and accept leave a friendship exactly if the acceptance succeeded', () =>
    race(async () => {
      const id = await sent();
      const [deleted, accepted] = await statusesOf(ada.withdraw(id), bo.respond(id, 'accept'));
      expect(deleted).toBe(200);
      expect([200, 404]).toContain(accepted);
      expect(await outcome()).toEqual({ friends: accepted === 200 ? 1 : 0, requests: [] });
    }));

  it('that block, request and accept leave neither a friendship nor a pending request', () =>
    race(async () => {
      const id = await sent();
      const statuses = await statusesOf(bo.respond(id, 'accept'), bo.block(ada.user), ada.send(bo.user));
      expect([200, 409]).toContain(statuses[0]);
      expect(statuses[1]).toBe(200);
      expect([404, 409]).toContain(statuses[2]);
      const { friends, requests } = await outcome();
      expect([friends, requests]).toEqual([0, [statuses[0] === 200 ? 'accepted' : 'rejected']]);
      await bo.unblock(ada.user).expect(200);
    }));
});

it(
  'deletions of friends during calls for them cause no deadlock',
  {
    timeout: 60_000,
  },
  async () => {
    const staff = await createFriendCaller(test, { is_staff: true });
    const people = await Promise.all(Array.from({ length: 6 }, () => createFriendCaller(test)));
    for (let count = 0; count < rounds / 2; count++) {
      await forget();
      const going = await Promise.all([createUser(test), createUser(test), createUser(test)]);
      // Cascading deletes would lock requests first, and then users in any order.
      const values = [going.map(({ id }) => id), people.map(({ user }) => user.id)];
      await test.database.pool.query(
        `INSERT INTO friendships (low_user_id, high_user_id)
       SELECT DISTINCT least(one, other), greatest(one, other)
       FROM unnest($1::uuid[]) AS one, unnest($1 || ($2::uuid[])[:3]) AS other WHERE one <> other`,
        values,
      );
      await test.database.pool.query(
        `INSERT INTO friend_requests (id, from_user_id, to_user_id)
       SELECT gen_random_uuid(), one, other FROM unnest($1::uuid[]) AS one, unnest(($2::uuid[])[4:]) AS other`,
        values,
      );
      // Friendships between the deleted users, in both directions, because each direction has another foreign key.
      await test.database.pool.query(
        `INSERT INTO friend_requests (id, from_user_id, to_user_id, status, answered_at)
       SELECT gen_random_uuid(), one, other, 'rejected', now()
       FROM unnest($1::uuid[]) AS one, unnest($1::uuid[]) AS other WHERE one <> other`,
        values.slice(0, 1),
      );
      const calls = people.flatMap((person, index) => [
        person.send(going[index % 3] ?? ''),
        person.send(people[(index + 1) % 6]?.user ?? ''),
        person.remove(going[(index + 1) % 3] ?? ''),
      ]);
      const statuses = calls.map((call) => statusesOf(call));
      await Promise.race(statuses);
      const deletions = going.map(({ id }) => callApi(test, deleteUser, { id, access: staff.access }));
      expect(await statusesOf(...deletions)).toEqual([204, 204, 204]);
      for (const [status] of await Promise.all(statuses)) expect([200, 201, 404, 409]).toContain(status);
    }
  },
);
