import { accountMessages, loginLimits } from 'contract/accounts/accounts.constants.ts';
import { login } from 'contract/accounts/accounts.ts';
import { getUser, updateUser } from 'contract/users/users.ts';
import request from 'supertest';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPasswordHashing } from '#auth/credentials/passwords.ts';
import { AppError } from '#errors.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import {
  actionsOf,
  createUser,
  password,
  readRow,
  signIn,
  type TestUser,
  tryLogin,
  weakHashes,
} from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const send = (body: object) => request(test.app.server).post(login.url).send(body);
const refusal = (code: string, msg: string) => ({ code, msg, request_id: expect.any(String) });

afterEach(() => {
  vi.restoreAllMocks();
});

describe('login', () => {
  it('signs in by username or email address, in any letter case, and returns the tokens and the user', async () => {
    const user = await createUser(test, { username: 'Ada', email: 'Ada@Example.org' });
    for (const identifier of ['Ada', 'aDA', 'ada@example.ORG']) {
      const { body } = await send({ username_or_email: identifier, password }).expect(200);
      expect(body).toEqual({
        msg: 'Welcome back Ada',
        access: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        refresh: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
        device: expect.any(String),
        user: { ...user, is_superuser: false, is_staff: false },
      });
    }
  });

  it('accepts a password in any Unicode normalization form', async () => {
    const passwordHash = await test.dependencies.hashing.hash(
      'Å ﬁnal ｐａｓｓ'.normalize('NFKC'),
      '127.0.0.1',
    );
    const user = await createUser(test, { passwordHash });
    for (const typed of ['A\u030a ﬁnal ｐａｓｓ', 'Å final pass']) {
      await send({ username_or_email: user.username, password: typed }).expect(200);
    }
  });

  it('signs in by a pending email address, unless it is ambiguous or belongs to an account', async () => {
    const [ada, bob] = [await createUser(test), await createUser(test)];
    const pending = 'pending@example.org';
    const setPending = (id: string) =>
      test.database.prisma.user.update({ where: { id }, data: { pending_email: 'Pending@example.org' } });
    await setPending(ada.id);
    const signedIn = await send({ username_or_email: pending, password }).expect(200);
    expect(signedIn.body.user.id).toBe(ada.id);

    await setPending(bob.id);
    await send({ username_or_email: pending, password }).expect(400);

    const owner = await createUser(test, { email: pending });
    const byOwner = await send({ username_or_email: pending, password }).expect(200);
    expect(byOwner.body.user.id).toBe(owner.id);
  });

  it('responds to an unknown user and to a wrong password alike', async () => {
    const user = await createUser(test);
    const wrong = await send({ username_or_email: user.username, password: 'wrong' }).expect(400);
    const unknown = await send({ username_or_email: 'nobody', password: 'wrong' }).expect(400);
    for (const { body } of [wrong, unknown])
      expect(body).toEqual(refusal('invalid_credentials', accountMessages.invalidCredentials));
  });

  it.each([
    ['not verified', { isVerified: false }, 'account_not_verified', accountMessages.accountNotVerified],
    ['disabled', { is_active: false }, 'account_disabled', accountMessages.accountDisabled],
    ['both', { is_active: false, isVerified: false }, 'account_disabled', accountMessages.accountDisabled],
  ])(
    'reveals that an account is %s only to a caller who knows its password',
    async (_what, flags, code, msg) => {
      const user = await createUser(test, flags);
      const right = await send({ username_or_email: user.username, password }).expect(403);
      expect(right.body).toEqual(refusal(code, msg));
      const wrong = await send({ username_or_email: user.username, password: 'wrong' }).expect(400);
      expect(wrong.body.code).toBe('invalid_credentials');
      expect(await test.database.prisma.session.count({ where: { user_id: user.id } })).toBe(0);
    },
  );

  it('names each missing and unknown field', async () => {
    const { body } = await send({ password: '', extra: 1 }).expect(400);
    expect(body).toMatchObject({
      code: 'validation_failed',
      details: {
        username_or_email: [accountMessages.usernameRequired],
        password: [accountMessages.passwordRequired],
        extra: ['Unknown field.'],
      },
    });
  });

  it('hashes no password of 100 kB, or of any other impossible length', async () => {
    const verify = vi.spyOn(test.dependencies.hashing, 'verify');
    const user = await createUser(test);
    await send({ username_or_email: user.username, password: 'x'.repeat(100_000) }).expect(413);
    await send({ username_or_email: user.username, password: 'x'.repeat(60_000) }).expect(400);
    expect(verify).not.toHaveBeenCalled();
  });

  it('records each sign-in and failure with its IP address, and never the input of an unknown caller', async () => {
    const user = await createUser(test);
    await signIn(test, user);
    await send({ username_or_email: user.username, password: 'wrong' }).expect(400);
    await send({ username_or_email: 'typed-my-p4ssword-here', password: 'wrong' }).expect(400);
    const { prisma } = test.database;
    const own = await prisma.ipRecord.findMany({ where: { user_id: user.id }, orderBy: { id: 'asc' } });
    expect(own.map(({ action }) => action)).toEqual(['login', 'login_failed']);
    expect(await actionsOf(test, user)).toEqual(['login', 'login_failed']);
    const unknown = await prisma.ipRecord.findFirst({ where: { user_id: null } });
    expect(unknown).toMatchObject({ action: 'login_failed', ip_address: '127.0.0.1' });
    const logs = await prisma.logRecord.findMany({ orderBy: { id: 'desc' }, take: 3 });
    expect(logs.map(({ level }) => level)).toEqual(['WARNING', 'WARNING', 'INFO']);
    expect(logs[1]?.message).toContain(user.username);
    const trail = JSON.stringify([logs, await prisma.auditDetails.findMany({ select: { details: true } })]);
    expect(trail).not.toContain('typed-my-p4ssword-here');
  });

  it('hashes the password again when the settings have been raised, also for simultaneous sign-ins', async () => {
    const { hashing } = test.dependencies;
    const user = await createUser(test);
    const raised = createPasswordHashing(test.config, { ...weakHashes, passes: 3 });
    Object.assign(test.dependencies, { hashing: raised });
    try {
      await Promise.all([1, 2, 3].map(() => signIn(test, user)));
    } finally {
      Object.assign(test.dependencies, { hashing });
    }
    expect(raised.isOutdated((await readRow(test, user)).password_hash)).toBe(false);
    await signIn(test, user);
  });

  it('starts no session with a password that was changed during its check', async () => {
    const { hashing, database } = test.dependencies;
    const user = await createUser(test);
    const other = await hashing.hash('another password', '127.0.0.1');
    const verify = hashing.verify;
    vi.spyOn(hashing, 'verify').mockImplementationOnce(async (...parameters) => {
      const isRight = await verify(...parameters);
      await database.prisma.user.update({ where: { id: user.id }, data: { password_hash: other } });
      return isRight;
    });
    await send({ username_or_email: user.username, password }).expect(400);
    expect(await database.prisma.session.count({ where: { user_id: user.id } })).toBe(0);
  });

  it('is refused if the password was changed during both of its checks', async () => {
    const { hashing, database } = test.dependencies;
    const user = await createUser(test);
    const verify = hashing.verify;
    const verifyAndSetAnew: typeof verify = async (...parameters) => {
      const isRight = await verify(...parameters);
      const password_hash = await hashing.hash(password, '127.0.0.1');
      await database.prisma.user.update({ where: { id: user.id }, data: { password_hash } });
      return isRight;
    };
    vi.spyOn(hashing, 'verify')
      .mockImplementationOnce(verifyAndSetAnew)
      .mockImplementationOnce(verifyAndSetAnew);
    const answer = await send({ username_or_email: user.username, password }).expect(400);
    expect(answer.body.code).toBe('invalid_credentials');
    expect(await database.prisma.session.count({ where: { user_id: user.id } })).toBe(0);
    await signIn(test, user);
  });

  it('stores the time of the sign-in, but does not count it as an edit', async () => {
    const user = await createUser(test);
    const before = await readRow(test, user);
    await signIn(test, user);
    const after = await readRow(test, user);
    expect(before.last_login).toBeNull();
    expect(after.last_login).toBeInstanceOf(Date);
    expect(after.date_updated).toEqual(before.date_updated);
  });
});

async function fail(identifier: string, times: number, device?: string) {
  for (let i = 0; i < times; i++) await tryLogin(test, identifier, 'wrong', device).expect(400);
}

/** Moves all attempts back by this number of minutes. */
const passMinutes = (minutes: number) =>
  test.database.pool.query(`UPDATE login_guards SET next_try_at = next_try_at - $1 * interval '1 minute'`, [
    minutes,
  ]);

const guardOf = ({ id }: TestUser) =>
  test.database.prisma.loginGuard.findFirst({
    where: { user_id: id, key: { startsWith: 'identifier:' } },
  });

const countVerifications = () => vi.spyOn(test.dependencies.hashing, 'verify');

describe('login after failed attempts', () => {
  it('requires a wait of 1, 2, 4, 8 and then always 16 minutes between attempts', async () => {
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

  it.each([
    ['an account', true],
    ['an unknown identifier', false],
  ])(
    'states at %s with the fifth attempt that it was the last one, and how long to wait',
    async (_, isKnown) => {
      const identifier = isKnown ? (await createUser(test)).username : 'no.account.has.this';
      const answers = [];
      for (let i = 0; i < loginLimits.freeTries; i++)
        answers.push(await tryLogin(test, identifier, 'wrong').expect(400));
      const last = answers.pop();
      for (const { body, headers } of answers) {
        expect(body).toEqual(refusal('invalid_credentials', accountMessages.invalidCredentials));
        expect(headers).not.toHaveProperty('retry-after');
      }
      const msg = 'Invalid credentials. That was the last attempt for now. Try again in 60 seconds.';
      expect(last?.body).toEqual(refusal('invalid_credentials', msg));
      expect(last?.headers['retry-after']).toBe('60');
    },
  );

  it('does not count, hash, or extend the wait for a refused attempt', async () => {
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

  it('signs in an owner who signs in many times at once', async () => {
    const user = await createUser(test);
    // The attempts are parallel, because on a slow machine the last one would otherwise take longer than an attempt
    // may.
    countVerifications().mockImplementation(async (_hash, enteredPassword) => enteredPassword === password);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => tryLogin(test, user.username, password)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(await guardOf(user)).toBeNull();
  });

  it('resets the count after a success', async () => {
    const user = await createUser(test);
    for (let round = 0; round < 2; round++) {
      await fail(user.username, loginLimits.freeTries - 1);
      await signIn(test, user);
      expect(await guardOf(user)).toBeNull();
    }
  });

  it('counts each identifier separately, in any letter case, so that no lock reveals which belong together', async () => {
    const user = await createUser(test, { username: 'Grace', pending_email: 'next@example.org' });
    for (const name of ['grace', 'GRACE', 'gRace', 'Grace', 'grace']) await fail(name, 1);
    await tryLogin(test, 'grace', password).expect(429);
    // Otherwise a stranger could try email addresses until one of them is locked as well.
    for (const address of [user.email, 'next@example.org']) await fail(address, loginLimits.freeTries);
    for (const address of [user.email, 'next@example.org'])
      await tryLogin(test, address, password).expect(429);
  });

  it('treats an unknown identifier alike: the same responses, the same lock, the same hashing', async () => {
    const verify = countVerifications();
    await fail('No.Body', 3);
    await fail('no.body', 2);
    expect(verify).toHaveBeenCalledTimes(5);
    const refused = await tryLogin(test, 'no.body', 'wrong').expect(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30);
    const { rows } = await test.database.pool.query('SELECT key FROM login_guards');
    expect(JSON.stringify(rows).toLowerCase()).not.toContain('no.body');
  });

  it('does not count an attempt that was not checked for lack of capacity', async () => {
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

  it('shows the counts of the current usernames, not of former ones', async () => {
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

  it('summarises refused attempts in one record', async () => {
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
  it('has a separate count: others cannot lock it out, and it cannot lock others out', async () => {
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

  it('clears only its own count, so that the owner’s sign-in gives an attacker no further guesses', async () => {
    const user = await createUser(test);
    const { device } = await signIn(test, user);
    await fail(user.username, loginLimits.freeTries);
    const again = await signIn(test, user, { device });
    expect(again.device).toBe(device);
    expect(await guardOf(user)).toMatchObject({ attempts: loginLimits.freeTries });
    await tryLogin(test, user.username, 'wrong').expect(429);
  });

  it('is known only to the account that it signed in to, and only by a token of this server', async () => {
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
