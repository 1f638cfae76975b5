import { friendLimits, friendMessages } from 'contract/friends/friends.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { befriend, createFriendCaller, type FriendCaller } from '#test/friends.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const two = async (): Promise<[FriendCaller, FriendCaller]> => [
  await createFriendCaller(test),
  await createFriendCaller(test),
];

describe('blockUser', () => {
  it('prevents the blocked user from finding the blocker and sending requests, as if the account did not exist', async () => {
    const [ada, troll] = await two();
    expect(await troll.searchUsernames(ada.user.username)).toEqual([ada.user.username]);
    expect((await ada.block(troll.user).expect(200)).body).toEqual({ msg: friendMessages.userBlocked });
    expect(await troll.searchUsernames(ada.user.username)).toEqual([]);
    const refused = await troll.send(ada.user).expect(404);
    const unknown = await troll.send(uuidv7()).expect(404);
    expect({ ...refused.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
    expect((await troll.blocks().expect(200)).body).toEqual({ data: [] });
  });

  it('ends the friendship', async () => {
    const [ada, troll] = await two();
    await befriend(ada, troll);
    await ada.block(troll.user).expect(200);
    for (const person of [ada, troll]) expect((await person.lists()).friends).toEqual([]);
  });

  it('shows the blocked user their request as rejected, and the one to them as deleted', async () => {
    const [ada, asking] = await two();
    const asked = await createFriendCaller(test);
    const { request } = (await asking.send(ada.user).expect(201)).body;
    await ada.send(asked.user).expect(201);
    for (const other of [asking, asked]) await ada.block(other.user).expect(200);
    expect((await asking.lists()).sent_requests).toEqual([{ ...request, status: 'rejected' }]);
    expect((await asked.lists()).received_requests).toEqual([]);
    expect((await ada.lists()).sent_requests).toEqual([]);
    await ada.respond(request.id, 'accept').expect(409);
  });

  it('lets the blocker find the blocked user, and send a request only after unblocking', async () => {
    const [ada, troll] = await two();
    await ada.block(troll.user).expect(200);
    expect(await ada.searchUsernames(troll.user.username)).toEqual([troll.user.username]);
    expect((await ada.send(troll.user).expect(409)).body.msg).toContain('Unblock');
    expect((await ada.unblock(troll.user).expect(200)).body).toEqual({ msg: friendMessages.userUnblocked });
    await ada.send(troll.user).expect(201);
    expect(await troll.searchUsernames(ada.user.username)).toEqual([ada.user.username]);
  });

  it('may be repeated and mutual, and is refused for oneself and an unknown user', async () => {
    const [ada, bo] = await two();
    for (let time = 0; time < 2; time++) await ada.block(bo.user).expect(200);
    await bo.block(ada.user).expect(200);
    await ada.unblock(bo.user).expect(200);
    expect(await ada.searchUsernames(bo.user.username)).toEqual([]);
    expect((await ada.block(ada.user).expect(409)).body.code).toBe('conflict');
    await ada.block(uuidv7()).expect(404);
    await ada.block('garbage').expect(404);
  });

  it('is refused above the limit, also in parallel, and then changes nothing', async () => {
    const [ada, friend] = await two();
    await befriend(ada, friend);
    const { rows } = await test.database.pool.query<{ id: string }>(
      `WITH others AS (
         INSERT INTO users (id, username, email, password_hash)
         SELECT gen_random_uuid(), 'other-' || n, n || '@example.net', 'none' FROM generate_series(1, $2::int) AS n
         RETURNING id
       )
       INSERT INTO blocks (blocker_id, blocked_id) SELECT $1, id FROM others RETURNING blocked_id AS id`,
      [ada.user.id, friendLimits.blocks - 1],
    );
    const last = await two();
    const answers = await Promise.all(last.map(({ user }) => ada.block(user)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expect((await ada.block(friend.user).expect(403)).body).toMatchObject({
      code: 'forbidden',
      msg: 'You have blocked 1000 users. Unblock one first.',
    });
    expect((await ada.lists()).friends).toHaveLength(1);
    const blocked = rows[0]?.id ?? '';
    await ada.block(blocked).expect(200);
    await ada.unblock(blocked).expect(200);
    await ada.block(friend.user).expect(200);
  });
});

describe('unblockUser', () => {
  it('is possible for the blocker alone', async () => {
    const [ada, troll] = await two();
    const stranger = await createFriendCaller(test);
    await ada.block(troll.user).expect(200);
    for (const [person, other] of [
      [troll, ada],
      [stranger, troll],
      [ada, stranger],
    ] as const) {
      await person.unblock(other.user).expect(404);
    }
    await ada.unblock(uuidv7()).expect(404);
    await ada.unblock(troll.user).expect(200);
    await ada.unblock(troll.user).expect(404);
  });
});

describe('listBlocks', () => {
  it('lists the blocked users by name, for the blocker alone', async () => {
    const ada = await createFriendCaller(test);
    const others: FriendCaller[] = [];
    for (const username of ['Zed', 'yan', 'Xan']) others.push(await createFriendCaller(test, { username }));
    for (const other of others) await ada.block(other.user).expect(200);
    const { data } = (await ada.blocks().expect(200)).body;
    expect(data).toEqual(
      others.toReversed().map(({ user }) => ({ id: user.id, username: user.username, user_image: null })),
    );
    for (const other of others) expect((await other.blocks().expect(200)).body).toEqual({ data: [] });
  });
});
