import { login } from 'contract/accounts.ts';
import { accountMessages } from 'contract/accounts.constants.ts';
import request from 'supertest';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPasswordHashing } from '#auth/passwords.ts';
import { useTestApp } from '#test/app.ts';
import { actionsOf, createUser, password, readRow, signIn, weakHashes } from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const send = (body: object) => request(test.app.server).post(login.url).send(body);
const refusal = (code: string, msg: string) => ({ code, msg, request_id: expect.any(String) });

afterEach(() => {
  vi.restoreAllMocks();
});

describe('login', () => {
  it('signs in by username or e-mail, in any letter case, and answers the tokens and the user', async () => {
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

  it('takes a password in whichever Unicode form it is typed', async () => {
    const passwordHash = await test.dependencies.hashing.hash(
      'Å ﬁnal ｐａｓｓ'.normalize('NFKC'),
      '127.0.0.1',
    );
    const user = await createUser(test, { passwordHash });
    for (const typed of ['A\u030a ﬁnal ｐａｓｓ', 'Å final pass']) {
      await send({ username_or_email: user.username, password: typed }).expect(200);
    }
  });

  it('signs in by a pending e-mail, unless it is ambiguous or some account has it', async () => {
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

  it('answers an unknown user and a wrong password alike', async () => {
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
  ])('says that an account is %s only to who knows its password', async (_what, flags, code, msg) => {
    const user = await createUser(test, flags);
    const right = await send({ username_or_email: user.username, password }).expect(403);
    expect(right.body).toEqual(refusal(code, msg));
    const wrong = await send({ username_or_email: user.username, password: 'wrong' }).expect(400);
    expect(wrong.body.code).toBe('invalid_credentials');
    expect(await test.database.prisma.session.count({ where: { user_id: user.id } })).toBe(0);
  });

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

  it('hashes no password of 100 kB, nor of any length that nobody can have', async () => {
    const verify = vi.spyOn(test.dependencies.hashing, 'verify');
    const user = await createUser(test);
    await send({ username_or_email: user.username, password: 'x'.repeat(100_000) }).expect(413);
    await send({ username_or_email: user.username, password: 'x'.repeat(60_000) }).expect(400);
    expect(verify).not.toHaveBeenCalled();
  });

  it('records each sign-in and failure with its address, and never what an unknown caller typed', async () => {
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

  it('hashes the password anew when the settings have risen, also for sign-ins at the same time', async () => {
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

  it('starts no session under a password that was changed while it was being checked', async () => {
    const { hashing, database } = test.dependencies;
    const user = await createUser(test);
    const other = await hashing.hash('another password', '127.0.0.1');
    const verify = hashing.verify;
    vi.spyOn(hashing, 'verify').mockImplementationOnce(async (...given) => {
      const isRight = await verify(...given);
      await database.prisma.user.update({ where: { id: user.id }, data: { password_hash: other } });
      return isRight;
    });
    await send({ username_or_email: user.username, password }).expect(400);
    expect(await database.prisma.session.count({ where: { user_id: user.id } })).toBe(0);
  });

  it('notes the time of the sign-in, but does not count it as an edit', async () => {
    const user = await createUser(test);
    const before = await readRow(test, user);
    await signIn(test, user);
    const after = await readRow(test, user);
    expect(before.last_login).toBeNull();
    expect(after.last_login).toBeInstanceOf(Date);
    expect(after.date_updated).toEqual(before.date_updated);
  });
});
