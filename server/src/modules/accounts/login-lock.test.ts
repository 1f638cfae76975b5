import { loginLimits } from 'contract/accounts.constants.ts';
import { getUser, updateUser } from 'contract/users.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#errors.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createUser, password, signIn, type TestUser, tryLogin } from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

async function fail(identifier: string, times: number, device?: string) {
  for (let i = 0; i < times; i++) await tryLogin(test, identifier, 'wrong', device).expect(400);
}

/** As if so many minutes had passed since every try. */
const passMinutes = (minutes: number) =>
  test.database.pool.query(`UPDATE login_guards SET next_try_at = next_try_at - $1 * interval '1 minute'`, [
    minutes,
  ]);

const guardOf = ({ id }: TestUser) =>
  test.database.prisma.loginGuard.findFirst({
    where: { user_id: id, key: { startsWith: 'identifier:' } },
  });

const countVerifications = () => vi.spyOn(test.dependencies.hashing, 'verify');

afterEach(() => {
  vi.restoreAllMocks();
});

describe('login after failures', () => {
  it('waits 1, 2, 4, 8 and then always 16 minutes between tries', async () => {
    const user = await createUser(test);
    await fail(user.username, loginLimits.freeTries);
    for (const minutes of [1, 2, 4, 8, 16, 16]) {
      const refused = await tryLogin(test, user.username, password).expect(429);
      expect(refused.body).toMatchObject({
        code: 'too_many_requests',
        msg: expect.stringMatching(/^Too many requests/),
      });
      const retryAfterSeconds = Number(refused.headers['retry-after']);
      expect(retryAfterSeconds).toBeLessThanOrEqual(minutes * 60);
      expect(retryAfterSeconds).toBeGreaterThan(minutes * 60 - 30);

      await passMinutes(minutes - 0.5);
      await tryLogin(test, user.username, password).expect(429);
      await passMinutes(0.5);
      await fail(user.username, 1);
    }
  });

  it('neither counts a refused try, nor extends the wait by it, nor hashes for it', async () => {
    const user = await createUser(test);
    await fail(user.username, loginLimits.freeTries);
    const before = await guardOf(user);
    const verify = countVerifications();
    for (let i = 0; i < 10; i++) await tryLogin(test, user.username, 'wrong').expect(429);
    expect(await guardOf(user)).toEqual(before);
    expect(verify).not.toHaveBeenCalled();
    await passMinutes(1);
    await signIn(test, user);
  });

  it('lets an owner in who signs in many times at once', async () => {
    const user = await createUser(test);
    // At once, or on a slow machine the last would wait for longer than a try does.
    countVerifications().mockImplementation(async (_hash, given) => given === password);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => tryLogin(test, user.username, password)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(await guardOf(user)).toBeNull();
  });

  it('starts anew after a success', async () => {
    const user = await createUser(test);
    for (let round = 0; round < 2; round++) {
      await fail(user.username, loginLimits.freeTries - 1);
      await signIn(test, user);
      expect(await guardOf(user)).toBeNull();
    }
  });

  it('counts each identifier by itself, in every letter case, so that no lock tells which belong together', async () => {
    const user = await createUser(test, { username: 'Grace', pending_email: 'next@example.org' });
    for (const name of ['grace', 'GRACE', 'gRace', 'Grace', 'grace']) await fail(name, 1);
    await tryLogin(test, 'grace', password).expect(429);
    // Else a stranger could try addresses until one is locked, too.
    for (const address of [user.email, 'next@example.org']) await fail(address, loginLimits.freeTries);
    for (const address of [user.email, 'next@example.org'])
      await tryLogin(test, address, password).expect(429);
  });

  it('treats an unknown identifier alike: the same answers, the same lock, the same hashing', async () => {
    const verify = countVerifications();
    await fail('No.Body', 3);
    await fail('no.body', 2);
    expect(verify).toHaveBeenCalledTimes(5);
    const refused = await tryLogin(test, 'no.body', 'wrong').expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30);
    const { rows } = await test.database.pool.query('SELECT key FROM login_guards');
    expect(JSON.stringify(rows).toLowerCase()).not.toContain('no.body');
  });

  it('gives a try back that was never evaluated for want of capacity', async () => {
    const user = await createUser(test);
    await fail(user.username, 4);
    const before = await guardOf(user);
    const busy = new AppError('unavailable', 'busy', { retryAfterSeconds: 2 });
    const verify = countVerifications().mockRejectedValue(busy);
    for (let i = 0; i < 3; i++) {
      const answer = await tryLogin(test, user.username, password).expect(503);
      expect([answer.body.code, answer.headers['retry-after']]).toEqual(['unavailable', '2']);
    }
    verify.mockRestore();
    expect(await guardOf(user)).toMatchObject({ attempts: before?.attempts, next_try_at: null });
    await fail(user.username, 1);
    await tryLogin(test, user.username, password).expect(429);
  });

  it('shows the count and the lock on the user', async () => {
    const user = await createUser(test);
    const { access, device } = await signIn(test, user);
    await fail(user.username, loginLimits.freeTries);
    const read = async () => {
      const answer = await callApi(test, getUser, { id: user.id, access }).expect(200);
      return [answer.body.login_attempts, answer.body.account_status];
    };
    expect(await read()).toEqual([5, 'locked']);
    await passMinutes(1);
    expect(await read()).toEqual([5, 'active']);
    await signIn(test, user, { device });
    expect(await read()).toEqual([5, 'active']);
  });

  it('shows the counts of the present names, not of former ones', async () => {
    const user = await createUser(test);
    const { access } = await signIn(test, user);
    const rename = async (username: string) =>
      (await callApi(test, updateUser, { id: user.id, access, body: { username } }).expect(200)).body.user;
    await fail(user.username, loginLimits.freeTries);
    await fail(`${user.username}-2`, 2);
    expect(await rename(`${user.username}-2`)).toMatchObject({ login_attempts: 2, account_status: 'active' });
    expect(await rename(user.username)).toMatchObject({ login_attempts: 5, account_status: 'locked' });
    expect(await rename(`${user.username}-3`)).toMatchObject({ login_attempts: 0, account_status: 'active' });
  });

  it('summarises refused tries: one record, however many there were', async () => {
    const user = await createUser(test);
    await fail(user.username, loginLimits.freeTries);
    for (let i = 0; i < 5; i++) await tryLogin(test, user.username, 'wrong').expect(429);
    const records = await test.database.prisma.ipRecord.count({
      where: { user_id: user.id, action: 'login_failed' },
    });
    expect(records).toBe(loginLimits.freeTries + 1);
  });
});

describe('a device that has signed in before', () => {
  it('has a count of its own: nobody else locks it out, and it locks nobody out', async () => {
    const user = await createUser(test);
    const { device } = await signIn(test, user);
    await fail(user.username, loginLimits.freeTries);
    await tryLogin(test, user.username, password).expect(429);
    await signIn(test, user, { device });

    await fail(user.username, loginLimits.freeTries, device);
    await tryLogin(test, user.username, password, device).expect(429);
    await passMinutes(1);
    await signIn(test, user);
  });

  it('clears its own count only, so that the owner who signs in gives an attacker no further guesses', async () => {
    const user = await createUser(test);
    const { device } = await signIn(test, user);
    await fail(user.username, loginLimits.freeTries);
    const again = await signIn(test, user, { device });
    expect(again.device).toBe(device);
    expect(await guardOf(user)).toMatchObject({ attempts: loginLimits.freeTries });
    await tryLogin(test, user.username, 'wrong').expect(429);
  });

  it('is known to the account that it signed in to only, and only by a token of ours', async () => {
    const [user, other] = [await createUser(test), await createUser(test)];
    const foreign = (await signIn(test, other)).device;
    const { device } = await signIn(test, user);
    await fail(user.username, loginLimits.freeTries);
    const [userId, deviceId, signature = ''] = device.split('.');
    const forged = [
      foreign,
      `${userId}.${deviceId}.${signature.slice(0, -1)}`,
      `${userId}.${other.id}.${signature}`,
      `${userId}.${deviceId}.`,
      '',
      'x'.repeat(5_000),
    ];
    for (const token of forged) await tryLogin(test, user.username, password, token).expect(429);
  });
});
