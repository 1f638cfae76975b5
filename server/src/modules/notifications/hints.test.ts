import type { AddressInfo } from 'node:net';
import { notificationLimits } from 'contract/notifications/notifications.constants.ts';
import { streamNotifications } from 'contract/notifications/notifications.ts';
import request from 'supertest';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSecondApp } from '#test/app.ts';
import { createCaller, createUser, signIn, type TestUser } from '#test/factories.ts';
import { idleSecondsUntil } from '#test/idle-seconds.ts';
import { type OpenStream, openStream, readList } from '#test/notifications.ts';
import { useTwoServers } from '#test/two-servers.ts';

const servers = useTwoServers({ RATE_LIMIT_SCALE: '1000' });
const { test, here, there } = servers;

let staff: Awaited<ReturnType<typeof createCaller>>;
let superuser: typeof staff;
type SignedIn = Awaited<ReturnType<typeof signIn>>;
const openStreams: OpenStream[] = [];
beforeAll(async () => {
  staff = await createCaller(test, { is_staff: true });
  superuser = await createCaller(test, { is_superuser: true });
});
afterEach(async () => {
  for (const stream of openStreams.splice(0)) stream.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const originOf = ({ server } = test.app) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const openTestStream = async (access: string, origin = originOf()) => {
  const stream = await openStream(origin, access);
  openStreams.push(stream);
  return stream;
};
const unreadOf = ({ hints }: OpenStream) => hints.at(-1)?.unread;
const notice = { title: 'T', text: 'T', level: 'info', audience: 'all' };

describe('a stream', { timeout: 30_000 }, () => {
  it('reports an event at either of two processes at once, with the same data as the list', async () => {
    const { access } = await createCaller(test);
    const streams = [await openTestStream(access), await openTestStream(access, servers.origin())];
    for (const stream of streams) await expect.poll(() => stream.hints.length).toBe(1);
    let unread = (await readList(test, access)).unread;
    for (const callServer of [here, there]) {
      const { body } = await callServer('createNotice', { access: staff.access, body: notice }).expect(201);
      unread += 1;
      const hint = { unread, latest_id: body.notice.id as string };
      for (const stream of streams) await expect.poll(() => stream.hints.at(-1)).toEqual(hint);
      expect((await readList(test, access)).unread).toBe(unread);
    }
    await there('readNotifications', { access, body: { all: true } }).expect(200);
    for (const stream of streams) await expect.poll(() => unreadOf(stream)).toBe(0);
  });

  it('reports that a scheduled notice begins and ends, without any request', async () => {
    const { access } = await createCaller(test);
    const [stream, before] = [await openTestStream(access), (await readList(test, access)).unread];
    await expect.poll(() => unreadOf(stream)).toBe(before);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const setTimer = vi.spyOn(globalThis, 'setTimeout');
    const minutes = 60_000;
    const [starts_at, ends_at] = [30, 60].map((count) =>
      new Date(Date.now() + count * minutes).toISOString(),
    );
    const body = { ...notice, starts_at, ends_at };
    const created = await here('createNotice', { access: staff.access, body }).expect(201);
    // The timers of connections are shorter.
    const waits = () => setTimer.mock.calls.flatMap(([, ms = 0]) => (ms > 20 * minutes ? ms : []));
    for (const [index, time] of ['starts_at', 'ends_at'].entries()) {
      await expect.poll(waits).toHaveLength(index + 1);
      const id = created.body.notice.id as string;
      await test.database.prisma.notice.update({ where: { id }, data: { [time]: new Date() } });
      vi.advanceTimersByTime(waits().at(-1)!);
      await expect.poll(() => stream.hints).toHaveLength(index + 2);
    }
    expect(stream.hints.map(({ unread }) => unread)).toEqual([before, before + 1, before]);
    expect(waits()[0]! / minutes).toBeCloseTo(30, 0);
  });

  it('is refused without permission, and to a user who has three already', async () => {
    await request(test.app.server).get(streamNotifications.url).expect(401);
    const { access, refresh } = await createCaller(test);
    for (let count = 0; count < notificationLimits.streams; count++) {
      expect((await openTestStream(access)).status).toBe(200);
    }
    const { body, headers } = await here('streamNotifications', { access }).expect(429);
    expect(body.msg).toMatch(/^Too many requests/);
    expect(headers['retry-after']).toBe(String(notificationLimits.checkSeconds));
    openStreams[0]?.close();
    await expect.poll(async () => (await openTestStream(access)).status).toBe(200);
    await here('logout', { body: { refresh_token: refresh } }).expect(204);
    await here('streamNotifications', { access }).expect(401);
    await request(test.app.server)
      .head(streamNotifications.url)
      .set('authorization', `Bearer ${staff.access}`)
      .expect(200);
  });

  it('stays open, does not count as activity of its session, and ends with it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const app = await startSecondApp(test);
    const user = await createUser(test);
    const [session, other] = [await signIn(test, user), await signIn(test, user)];
    const usedAt = await backdateLastUses(user.id);
    const stream = await openTestStream(session.access, originOf(app));
    const otherStream = await openTestStream(other.access, originOf(app));
    // What open screens ask for again and again.
    for (const list of ['listLoans', 'listFriendRequests'] as const) {
      await there(list, { access: other.access }).expect(200);
    }
    vi.advanceTimersByTime(notificationLimits.checkSeconds * 1000);
    for (const each of [stream, otherStream]) await expect.poll(each.comments).toBe(1);
    expect(await lastUses(user.id)).toEqual(usedAt);
    await here('logout', { body: { refresh_token: session.refresh } }).expect(204);
    vi.advanceTimersByTime(notificationLimits.checkSeconds * 1000);
    await stream.ended;
    await expect.poll(otherStream.comments).toBe(2);
  });

  it.each<[string, (session: SignedIn, user: TestUser) => PromiseLike<{ status: number }>]>([
    ['it is signed out', ({ refresh }) => here('logout', { body: { refresh_token: refresh } })],
    ['another session ends all others', (_, user) => endOthers(user)],
    ['staff end the sessions', (_, { id }) => there('endUserSessions', { id, access: superuser.access })],
    ['staff disable the account', (_, { id }) => setInactive(id)],
    ['a superuser deletes the account', (_, { id }) => here('deleteUser', { id, access: superuser.access })],
  ])('ends within two seconds on every process once %s', async (_way, endSession) => {
    const user = await createUser(test);
    const session = await signIn(test, user);
    const streams = [
      await openTestStream(session.access),
      await openTestStream(session.access, servers.origin()),
    ];
    for (const stream of streams) await expect.poll(() => stream.hints.length).toBe(1);
    let ended = 0;
    for (const stream of streams) void stream.ended.then(() => (ended += 1));
    expect((await endSession(session, user)).status).toBeLessThan(300);
    expect(await idleSecondsUntil(() => ended === 2)).toBeLessThan(2);
  });

  it('ends when the process drains, and one that is opened later ends after its first hint', async () => {
    const app = await startSecondApp(test);
    const { access } = await createCaller(test);
    const stream = await openTestStream(access, originOf(app));
    await expect.poll(() => stream.hints.length).toBe(1);
    app.draining.begin();
    await stream.ended;
    const lateStream = await openTestStream(access, originOf(app));
    await lateStream.ended;
    expect([lateStream.status, lateStream.hints.length]).toEqual([200, 1]);
  });

  it('continues after its database connection broke, with the events that happened meanwhile', async () => {
    const { access } = await createCaller(test);
    const [stream, before] = [await openTestStream(access), (await readList(test, access)).unread];
    await expect.poll(() => unreadOf(stream)).toBe(before);
    await test.database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'declassified-listen'`,
    );
    for (const added of [1, 2]) {
      await here('createNotice', { access: staff.access, body: notice }).expect(201);
      expect(await idleSecondsUntil(() => unreadOf(stream) === before + added)).toBeLessThan(4);
    }
  });
});

/** Ends the sessions from a newer session of the user. */
async function endOthers(user: TestUser) {
  const { access } = await signIn(test, user);
  return there('endOtherSessions', { access });
}

const setInactive = (id: string) =>
  there('adminUpdateUser', { id, access: superuser.access, body: { is_active: false } });

/** Sets the last use of the user's sessions to an hour ago. */
async function backdateLastUses(userId: string): Promise<Date[]> {
  await test.database.pool.query(
    `UPDATE sessions SET last_used_at = last_used_at - interval '1 hour' WHERE user_id = $1`,
    [userId],
  );
  return lastUses(userId);
}

async function lastUses(userId: string): Promise<Date[]> {
  const sessions = await test.database.prisma.session.findMany({
    where: { user_id: userId },
    orderBy: { id: 'asc' },
  });
  return sessions.map(({ last_used_at }) => last_used_at);
}
