import { login } from 'contract/accounts/accounts.ts';
import { deviceLimits } from 'contract/accounts/accounts.constants.ts';
import { deleteDevice, endOtherSessions, listDevices, listSignIns } from 'contract/devices/devices.ts';
import { endUserSessions, getUser } from 'contract/users/users.ts';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { newDeviceTask } from '#auth/sessions/sessions.queries.ts';
import { cleanUpAccounts } from '#modules/accounts/clean-up.service.ts';
import { useTestApp } from '#test/app.ts';
import {
  ageSignIns,
  createCaller,
  createUser,
  eventsOf,
  password,
  signIn,
  type TestUser,
  tryLogin,
} from '#test/factories.ts';
import { waitingForLocks } from '#test/database.ts';
import { queuedJobs } from '#test/jobs.ts';
import { deliverMail } from '#test/mail.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000', TRUST_PROXY: '127.0.0.1/32,::1/128' });

const as = (access: string, method: 'get' | 'post' | 'delete', url: string, id = '') => {
  const path = url.replace(/:\w+/, id);
  return request(test.app.server)[method](path).set('authorization', `Bearer ${access}`);
};

interface Place {
  address?: string;
  userAgent?: string;
  device?: string;
}

async function signInFrom(user: TestUser, { address, userAgent = 'a phone', device }: Place) {
  const call = request(test.app.server).post(login.url).set('user-agent', userAgent);
  if (address !== undefined) call.set('x-forwarded-for', address);
  if (device !== undefined) call.set('x-device-token', device);
  const answer = await call.send({ username_or_email: user.username, password }).expect(200);
  return answer.body as { access: string; device: string };
}

async function devicesOf(access: string) {
  const { body } = await as(access, 'get', listDevices.url).expect(200);
  expect(listDevices.responses[200].schema.parse(body)).toEqual(body);
  return (body as { data: { id: string; current: boolean; user_agent: string }[] }).data;
}

describe('devices', () => {
  it('are at most 10: another one replaces the one that was used longest ago, also in parallel', async () => {
    const user = await createUser(test);
    const first = await signInFrom(user, { userAgent: 'first' });
    const second = await signInFrom(user, { userAgent: 'second' });
    await signInFrom(user, { userAgent: 'first', device: first.device });
    await Promise.all(
      Array.from({ length: deviceLimits.perUser - 1 }, (_, index) =>
        signInFrom(user, { userAgent: `more ${index}` }),
      ),
    );
    await deliverMail(test);
    const agents = (await devicesOf(first.access)).map(({ user_agent }) => user_agent);
    expect(agents).toHaveLength(deviceLimits.perUser);
    expect(agents).toContain('first');
    expect(agents).not.toContain('second');
    // Its token is no longer valid, so it counts as a new device.
    expect((await signInFrom(user, { userAgent: 'second', device: second.device })).device).not.toBe(
      second.device,
    );
  });

  it('are deleted in the order of their ids, so that parallel sign-ins of one user never wait for each other in a circle', async () => {
    const user = await createUser(test);
    const { pool } = test.database;
    await pool.query(
      `INSERT INTO devices (id, user_id, user_agent, last_used_at)
       SELECT gen_random_uuid(), $1, 'a phone', now() - interval '1 day' FROM generate_series(1, 30)`,
      [user.id],
    );
    const other = await pool.connect();
    const lockDevices = `SELECT FROM devices WHERE user_id = $1 AND last_used_at < now() - interval '1 hour' ORDER BY id`;
    await other.query('BEGIN');
    await other.query(`${lockDevices} LIMIT 1 FOR UPDATE`, [user.id]);
    const signedIn = signInFrom(user, {});
    await expect.poll(() => waitingForLocks(test.database)).toBe(1);
    await other.query(`${lockDevices} FOR UPDATE`, [user.id]);
    await other.query('COMMIT');
    other.release();
    expect(await devicesOf((await signedIn).access)).toHaveLength(deviceLimits.perUser);
  });

  it('are removed one by one, only by their user and soon after a sign-in, and their sessions continue', async () => {
    const user = await createUser(test);
    const [own, other] = [await signInFrom(user, {}), await signInFrom(user, { userAgent: 'lost' })];
    const lost = (await devicesOf(own.access)).find(({ current }) => !current);
    const stranger = await createCaller(test);
    await as(stranger.access, 'delete', deleteDevice.url, lost?.id).expect(404);
    await as(own.access, 'delete', deleteDevice.url, lost?.id).expect(204);
    await as(own.access, 'delete', deleteDevice.url, lost?.id).expect(404);
    expect((await devicesOf(own.access)).map(({ current }) => current)).toEqual([true]);
    await as(other.access, 'get', getUser.url, user.id).expect(200);
    for (let i = 0; i < 5; i++) {
      await tryLogin(test, user.username, 'wrong').expect(400);
    }
    await tryLogin(test, user.username, password, other.device).expect(429);
    await ageSignIns(test, user.id, 16 * 60);
    const [device] = await devicesOf(own.access);
    const refused = await as(own.access, 'delete', deleteDevice.url, device?.id).expect(403);
    expect(refused.body.code).toBe('reauthentication_required');
  });

  it('are removed after 180 days without a sign-in', async () => {
    const user = await createUser(test);
    const { device } = await signInFrom(user, {});
    const age = (days: number) =>
      test.database.pool.query(
        `UPDATE devices SET last_used_at = last_used_at - $2 * interval '1 day' WHERE user_id = $1`,
        [user.id, days],
      );
    await age(deviceLimits.knownDays - 1);
    expect((await signInFrom(user, { device })).device).toBe(device);
    await age(deviceLimits.knownDays + 1);
    const renewed = await signInFrom(user, { device });
    expect(renewed.device).not.toBe(device);
    expect(await devicesOf(renewed.access)).toHaveLength(1);
    await cleanUpAccounts(test.dependencies);
    expect(await test.database.prisma.device.count({ where: { user_id: user.id } })).toBe(1);
  });
});

describe('endOtherSessions', () => {
  it('ends all sessions except the calling one, and removes all devices except its own', async () => {
    const user = await createUser(test);
    const own = await signInFrom(user, {});
    const others = [await signIn(test, user), await signIn(test, user)];
    const { body } = await as(own.access, 'post', endOtherSessions.url).expect(200);
    expect(body).toEqual({ msg: expect.any(String), ended: 2 });
    for (const { access } of others) await as(access, 'get', getUser.url, user.id).expect(401);
    expect(await devicesOf(own.access)).toMatchObject([{ current: true }]);
    expect((await as(own.access, 'post', endOtherSessions.url).expect(200)).body.ended).toBe(0);
    await ageSignIns(test, user.id, 16 * 60);
    await as(own.access, 'post', endOtherSessions.url).expect(403);
  });

  it('does nothing for a session that ended while it waited', async () => {
    const user = await createUser(test);
    const [own, other] = [await signInFrom(user, {}), await signInFrom(user, {})];
    const [ownSession] = await test.database.prisma.session.findMany({
      where: { user_id: user.id },
      orderBy: { id: 'asc' },
    });
    const holder = await test.database.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [user.id]);
      const answer = as(own.access, 'post', endOtherSessions.url).then(({ body }) => body.code as string);
      await expect.poll(() => waitingForLocks(test.database)).toBe(1);
      await holder.query('UPDATE sessions SET revoked_at = now() WHERE id = $1', [ownSession?.id]);
      await holder.query('COMMIT');
      expect(await answer).toBe('token_not_valid');
    } finally {
      holder.release();
    }
    expect(await devicesOf(other.access)).toHaveLength(2);
  });
});

describe('listSignIns', () => {
  it('lists the user’s own sign-ins and attempts, the latest first, in pages', async () => {
    const user = await createUser(test);
    const { access } = await signInFrom(user, { address: '203.0.113.9', userAgent: 'a laptop' });
    for (let i = 0; i < 6; i++) {
      await tryLogin(test, user.email, 'wrong').set('user-agent', 'an attacker');
    }
    const read = async (query: string) => {
      const { body } = await as(access, 'get', listSignIns.url + query).expect(200);
      expect(listSignIns.responses[200].schema.parse(body)).toEqual(body);
      return body as {
        data: { result: string; ip_address: string; user_agent: string }[];
        totalSignIn: number;
      };
    };
    const all = await read('');
    expect(all.data.map(({ result }) => result)).toEqual(['locked', ...Array(5).fill('failed'), 'success']);
    expect(all.data.at(-1)).toMatchObject({ ip_address: '203.0.113.9', user_agent: 'a laptop' });
    expect(all).toMatchObject({ totalSignIn: 7, numOfPages: 1, page: 1 });
    expect(await read('?page=9&page_size=3')).toMatchObject({
      numOfPages: 3,
      page: 3,
      data: [{ result: 'success' }],
    });
    const { access: stranger } = await createCaller(test);
    expect((await as(stranger, 'get', listSignIns.url).expect(200)).body.totalSignIn).toBe(1);
  });
});

const mailsOf = async () => (await deliverMail(test)).map(({ to, subject, text }) => ({ to, subject, text }));
const from = (index: number) => ({ address: `10.${index}.0.1`, userAgent: `agent ${index}` });

describe('a sign-in from a new device', () => {
  // Removes the emails of earlier tests.
  beforeEach(() => deliverMail(test));

  it('is reported by email unless this user agent has signed in from this network before, and never the first time', async () => {
    const user = await createUser(test);
    const home = { address: '203.0.113.7', userAgent: 'home' };
    const { device } = await signInFrom(user, home);
    expect(await mailsOf()).toEqual([]);
    await signInFrom(user, { address: '203.0.113.200', userAgent: 'home' });
    await signInFrom(user, { address: '192.0.2.7', userAgent: 'abroad', device });
    expect(await mailsOf()).toEqual([]);
    // Many browsers have the same user agent, so an attacker may have the owner's.
    await signInFrom(user, { address: '198.51.100.7', userAgent: 'home' });
    expect((await mailsOf()).map(({ text }) => text.includes('198.51.100.7'))).toEqual([true]);
    await signInFrom(user, { address: '203.0.113.8', userAgent: 'another' });
    expect(await mailsOf()).toHaveLength(1);
    await test.database.prisma.mailBudgetUse.deleteMany();
    await signInFrom(user, { address: '2001:db8:7::1', userAgent: 'unheard of' });
    const [mail, ...more] = await mailsOf();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: user.email, subject: 'A sign-in from a new device' });
    expect(mail?.text).toContain('2001:db8:7::1');
    expect(mail?.text).not.toContain('unheard of');
  });

  it('queues a job only if an email may follow, so not for the first sign-in or a known network', async () => {
    const user = await createUser(test);
    const home = { address: '203.0.113.7', userAgent: 'home' };
    const jobsAfter = async (place: Place) => {
      await signInFrom(user, place);
      return (await queuedJobs(test.database)).map(({ task }) => task);
    };
    await deliverMail(test);
    expect(await jobsAfter(home)).toEqual([]);
    expect(await jobsAfter({ ...home, address: '203.0.113.200' })).toEqual([]);
    expect(await jobsAfter({ ...home, userAgent: 'abroad' })).toEqual([newDeviceTask]);
    await deliverMail(test);
  });

  it('is reported at most 3 times a day, and a device of 180 days ago counts as new', async () => {
    const user = await createUser(test);
    await signInFrom(user, from(0));
    for (let index = 1; index <= 5; index++) await signInFrom(user, from(index));
    expect(await mailsOf()).toHaveLength(3);
    await test.database.pool.query(
      `UPDATE sign_ins SET created_at = created_at - interval '181 days' WHERE user_id = $1`,
      [user.id],
    );
    await test.database.prisma.mailBudgetUse.deleteMany();
    await cleanUpAccounts(test.dependencies);
    expect(await test.database.prisma.signIn.count({ where: { user_id: user.id } })).toBe(1);
    await signInFrom(user, from(0));
    expect(await mailsOf()).toHaveLength(1);
  });
});

describe('endUserSessions', () => {
  it('ends all sessions of a user whom the caller manages, informs the user by email, and is recorded in the audit trail', async () => {
    const { user, access } = await createCaller(test);
    const staff = await createCaller(test, { is_staff: true });
    await deliverMail(test);
    await as(staff.access, 'post', endUserSessions.url, user.id).expect(200);
    await as(access, 'get', getUser.url, user.id).expect(401);
    expect((await deliverMail(test)).map(({ to, subject }) => [to, subject])).toEqual([
      [user.email, 'Your sessions were ended by our staff'],
    ]);
    const event = (await eventsOf(test, user)).at(-1);
    expect([event?.action, event?.actor_id]).toEqual(['endUserSessions', staff.user.id]);
    await signIn(test, user);
  });
});
