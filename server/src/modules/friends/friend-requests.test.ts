import { FriendRequest } from 'contract/friends/friends.ts';
import { storageLimits } from 'contract/files/files.constants.ts';
import { friendLimits, friendMessages } from 'contract/friends/friends.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { createUser } from '#test/factories.ts';
import { befriend, createFriendCaller, createStoredRequests, type FriendCaller } from '#test/friends.ts';
import { cleanUpFriends } from './friends.service.ts';

const test = useTestApp();

const two = async (): Promise<[FriendCaller, FriendCaller]> => [
  await createFriendCaller(test),
  await createFriendCaller(test),
];

describe('sendFriendRequest', () => {
  it('creates a pending request that both users see', async () => {
    const [ada, bo] = await two();
    const { body } = await ada.send(bo.user).expect(201);
    expect(body.msg).toBe(friendMessages.friendRequestSent);
    const request = FriendRequest.strict().parse(body.request);
    expect(request).toMatchObject({
      from_user: ada.user.username,
      from_user_id: ada.user.id,
      to_user: bo.user.username,
      to_user_id: bo.user.id,
      status: 'pending',
    });
    expect(Math.abs(Date.now() - Date.parse(request.timestamp))).toBeLessThan(60_000);
    expect(await ada.lists()).toEqual({ received_requests: [], sent_requests: [request], friends: [] });
    expect(await bo.lists()).toEqual({ received_requests: [request], sent_requests: [], friends: [] });
  });

  it('accepts a pending request of the other user', async () => {
    const [ada, bo] = await two();
    const { request } = (await bo.send(ada.user).expect(201)).body;
    const { body } = await ada.send(bo.user).expect(200);
    expect(body).toEqual({
      msg: friendMessages.friendRequestAccepted,
      request: { ...request, status: 'accepted' },
    });
    expect((await ada.lists()).friends.map(({ id }) => id)).toEqual([bo.user.id]);
    expect((await bo.lists()).friends.map(({ id }) => id)).toEqual([ada.user.id]);
  });

  it('is refused for oneself, for a friend, and while a request is pending', async () => {
    const [ada, bo] = await two();
    const cleo = await createFriendCaller(test);
    await befriend(ada, bo);
    await ada.send(cleo.user).expect(201);
    for (const to of [ada, bo, cleo]) {
      const { body } = await ada.send(to.user).expect(409);
      expect(body.code).toBe('conflict');
    }
    await bo.send(ada.user).expect(409);
  });

  it('may be repeated after a rejection, and by both users after the end of a friendship', async () => {
    const [ada, bo] = await two();
    const { request } = (await ada.send(bo.user).expect(201)).body;
    await bo.respond(request.id, 'reject').expect(200);
    const again = (await ada.send(bo.user).expect(201)).body.request;
    expect((await ada.lists()).sent_requests.map(({ id, status }) => [id, status])).toEqual([
      [again.id, 'pending'],
      [request.id, 'rejected'],
    ]);
    await bo.respond(again.id, 'accept').expect(200);
    await bo.remove(ada.user).expect(200);
    const third = (await bo.send(ada.user).expect(201)).body.request;
    await bo.withdraw(third.id).expect(200);
    await ada.send(bo.user).expect(201);
  });

  it('is a 404 for users who are unknown, unverified or deactivated', async () => {
    const ada = await createFriendCaller(test);
    const unverified = await createUser(test, { isVerified: false });
    const deactivated = await createUser(test, { is_active: false });
    for (const to of [uuidv7(), unverified, deactivated, 'garbage']) {
      expect((await ada.send(to).expect(404)).body.code).toBe('not_found');
    }
  });

  it('is limited to 20 an hour, including deleted requests, but not if it accepts', async () => {
    const [ada, bo] = await two();
    const others = await Promise.all(
      Array.from({ length: friendLimits.requestsPerHour }, () => createUser(test)),
    );
    const answers = await Promise.all(others.map((other) => ada.send(other)));
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 201));
    for (const { body } of answers) await ada.withdraw(body.request.id).expect(200);
    const sendMoments = (interval: string) =>
      test.database.pool.query(
        'UPDATE friend_request_uses SET created_at = created_at - $2::interval WHERE user_id = $1',
        [ada.user.id, interval],
      );
    await sendMoments('50 minutes');
    const refused = await ada.send(bo.user).expect(429);
    expect(refused.body.code).toBe('too_many_requests');
    expect(refused.body.msg).toMatch(/^Too many requests/);
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(9 * 60);
    expect(wait).toBeLessThanOrEqual(10 * 60);
    expect(refused.headers['ratelimit-policy']).toMatch(
      /^"sendFriendRequest";.*, "friend_requests";q=20;w=3600$/,
    );
    expect(refused.headers['ratelimit']).toMatch(new RegExp(`, "friend_requests";r=0;t=${wait}$`));

    const { request } = (await bo.send(ada.user).expect(201)).body;
    await ada.send(bo.user).expect(200);
    await bo.remove(ada.user).expect(200);
    await bo.withdraw(request.id).expect(200);

    await sendMoments('10 minutes');
    await cleanUpFriends(test.dependencies);
    expect(await test.database.prisma.friendRequestUse.count({ where: { user_id: ada.user.id } })).toBe(0);
    await ada.send(bo.user).expect(201);
    await cleanUpFriends(test.dependencies);
    expect(await test.database.prisma.friendRequestUse.count({ where: { user_id: ada.user.id } })).toBe(1);
  });

  it('is limited to 100 pending requests', async () => {
    const [ada, bo] = await two();
    await createStoredRequests(test, ada.user.id, friendLimits.pendingRequests, 'pending');
    const { body } = await ada.send(bo.user).expect(403);
    expect(body).toMatchObject({ code: 'forbidden', msg: expect.stringContaining('100 friend requests') });
    const [first] = (await ada.lists()).sent_requests;
    await ada.withdraw(first?.id ?? '').expect(200);
    await ada.send(bo.user).expect(201);
  });

  it('is limited by the storage, which is larger for premium users', async () => {
    const [ada, bo] = await two();
    await createStoredRequests(test, ada.user.id, storageLimits.records);
    expect((await ada.send(bo.user).expect(403)).body.code).toBe('storage_limit_reached');
    await test.database.prisma.user.update({ where: { id: ada.user.id }, data: { is_premium_user: true } });
    await ada.send(bo.user).expect(201);
  });
});

describe('respondFriendRequest', () => {
  it.each([
    ['accept', 'accepted', friendMessages.friendRequestAccepted, 1],
    ['reject', 'rejected', friendMessages.friendRequestRejected, 0],
  ])('lets the recipient %s once', async (action, status, msg, friends) => {
    const [ada, bo] = await two();
    const { request } = (await ada.send(bo.user).expect(201)).body;
    const { body } = await bo.respond(request.id, action).expect(200);
    expect(body).toEqual({ msg, request: { ...request, status } });
    for (const again of ['accept', 'reject']) {
      expect((await bo.respond(request.id, again).expect(409)).body.code).toBe('conflict');
    }
    for (const person of [ada, bo]) {
      const lists = await person.lists();
      expect([...lists.sent_requests, ...lists.received_requests]).toEqual([{ ...request, status }]);
      expect(lists.friends).toHaveLength(friends);
    }
  });

  it('is a 404 for its sender, for others and for an unknown id', async () => {
    const [ada, bo] = await two();
    const stranger = await createFriendCaller(test);
    const { request } = (await ada.send(bo.user).expect(201)).body;
    await ada.respond(request.id, 'accept').expect(404);
    await stranger.respond(request.id, 'accept').expect(404);
    await bo.respond(uuidv7(), 'accept').expect(404);
    await bo.respond('garbage', 'accept').expect(404);
    // The body is not validated for other users.
    await stranger.respond(request.id, 'maybe').expect(404);
    const refused = await bo.respond(request.id, 'maybe').expect(400);
    expect(refused.body.details).toEqual({ action: ['Must be accept or reject.'] });
    expect((await bo.lists()).received_requests[0]?.status).toBe('pending');
  });
});

describe('listFriendRequests', () => {
  it('lists the latest requests first, and friends by name in any letter case and state', async () => {
    const ada = await createFriendCaller(test);
    const names = ['Lia', 'kim', 'noa', 'Max'];
    const others: FriendCaller[] = [];
    for (const username of names) others.push(await createFriendCaller(test, { username }));
    for (const other of others.slice(0, 2)) await befriend(other, ada);
    for (const other of others.slice(2)) await befriend(ada, other);
    await test.database.prisma.user.update({
      where: { id: others[0]?.user.id ?? '' },
      data: { is_active: false, user_image: 'profile/lia.webp' },
    });
    const lists = await ada.lists();
    expect(lists.received_requests.map(({ from_user }) => from_user)).toEqual(['kim', 'Lia']);
    expect(lists.sent_requests.map(({ to_user }) => to_user)).toEqual(['Max', 'noa']);
    expect(lists.friends.map(({ username, user_image }) => [username, user_image])).toEqual([
      ['kim', null],
      ['Lia', 'profile/lia.webp'],
      ['Max', null],
      ['noa', null],
    ]);
  });
});

describe('deleteFriendRequest', () => {
  it('is possible for the sender alone, in any state, and does not change the friendship', async () => {
    const [ada, bo] = await two();
    const stranger = await createFriendCaller(test);
    const accepted = await befriend(ada, bo);
    for (const other of [bo, stranger]) await other.withdraw(accepted).expect(404);
    expect((await ada.withdraw(accepted).expect(200)).body).toEqual({
      msg: friendMessages.friendRequestDeleted,
    });
    await ada.withdraw(accepted).expect(404);
    await ada.withdraw('garbage').expect(404);
    expect(await bo.lists()).toMatchObject({ received_requests: [], friends: [{ id: ada.user.id }] });

    const pending = (await ada.send(stranger.user).expect(201)).body.request;
    await ada.withdraw(pending.id).expect(200);
    await stranger.respond(pending.id, 'accept').expect(404);
    expect(await stranger.lists()).toEqual({ received_requests: [], sent_requests: [], friends: [] });
  });
});

describe('removeFriend', () => {
  it('ends a friendship from either side, and is a 404 for others and for the id of a request', async () => {
    const [ada, bo] = await two();
    const stranger = await createFriendCaller(test);
    for (const [one, other] of [
      [ada, bo],
      [bo, ada],
    ] as const) {
      const requestId = await befriend(ada, bo);
      await stranger.remove(one.user).expect(404);
      for (const id of [stranger.user.id, requestId, one.user.id, 'garbage'])
        await one.remove(id).expect(404);
      expect((await one.remove(other.user).expect(200)).body).toEqual({ msg: friendMessages.friendRemoved });
      await one.remove(other.user).expect(404);
      await other.remove(one.user).expect(404);
      expect((await other.lists()).friends).toEqual([]);
    }
  });
});

describe('a user who has asked for the deletion of the account', () => {
  it('is not found to accept, remove or block, while an own request to the user can be withdrawn', async () => {
    const [ada, bo] = await two();
    const [friend, asked] = await two();
    await befriend(ada, friend);
    const { request: received } = (await bo.send(ada.user).expect(201)).body;
    const { request: sent } = (await ada.send(asked.user).expect(201)).body;
    const leave = (at: Date | null) =>
      test.database.prisma.user.updateMany({
        where: { id: { in: [bo, friend, asked].map(({ user }) => user.id) } },
        data: { is_active: !at, deletion_asked_at: at },
      });
    await leave(new Date());
    for (const action of ['accept', 'reject', 'maybe']) await ada.respond(received.id, action).expect(404);
    await ada.remove(friend.user).expect(404);
    await ada.block(bo.user).expect(404);
    await ada.withdraw(sent.id).expect(200);
    await leave(null);
    expect(await ada.lists()).toMatchObject({
      received_requests: [{ id: received.id, status: 'pending' }],
      friends: [{ id: friend.user.id }],
    });
  });
});
