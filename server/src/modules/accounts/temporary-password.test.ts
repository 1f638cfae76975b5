import { linkLimits, loginLimits } from 'contract/accounts.constants.ts';
import { getUser } from 'contract/users.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import {
  createUser,
  makeTemporaryPassword,
  password,
  signIn,
  type TestUser,
  tryLogin,
} from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const readUser = ({ id }: TestUser, access: string) => callApi(test, getUser, { id, access });

describe('login with a temporary password', () => {
  it('makes it the password, to be changed, and ends all other sessions', async () => {
    const user = await createUser(test);
    const temporary = await makeTemporaryPassword(test, user);
    const before = await signIn(test, user);
    const { access } = await signIn(test, user, { password: temporary });
    expect((await readUser(user, access).expect(200)).body.must_change_password).toBe(true);
    await readUser(user, before.access).expect(401);
    await tryLogin(test, user.username, password).expect(400);
    await signIn(test, user, { password: temporary });
    await readUser(user, access).expect(200);
  });

  it('leaves the old password as it is until then', async () => {
    const user = await createUser(test);
    await makeTemporaryPassword(test, user);
    const { access } = await signIn(test, user);
    expect((await readUser(user, access).expect(200)).body.must_change_password).toBe(false);
  });

  it('verifies the address that it was sent to', async () => {
    const user = await createUser(test, { isVerified: false });
    await tryLogin(test, user.username, password).expect(403);
    await signIn(test, user, { password: await makeTemporaryPassword(test, user) });
  });

  it('is accepted in spite of the lock, and clears every count of the account', async () => {
    const user = await createUser(test);
    const { device } = await signIn(test, user);
    for (let i = 0; i < loginLimits.freeTries; i++) {
      await tryLogin(test, user.username, 'wrong').expect(400);
      await tryLogin(test, user.username, 'wrong').set('x-device-token', device).expect(400);
    }
    const temporary = await makeTemporaryPassword(test, user);
    await tryLogin(test, user.username, password).expect(429);
    await tryLogin(test, user.username, 'wrong').expect(429);
    await signIn(test, user, { password: temporary });
    expect(await test.database.prisma.loginGuard.count({ where: { user_id: user.id } })).toBe(0);
  });

  it('works once as such: parallel first uses all sign in, and one of them sets the password', async () => {
    const user = await createUser(test);
    const temporary = await makeTemporaryPassword(test, user);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => tryLogin(test, user.username, temporary)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const resets = await test.database.prisma.ipRecord.count({
      where: { user_id: user.id, action: 'password_reset' },
    });
    expect(resets).toBe(1);
  });

  it('is over after its hour, as is one of a link that nobody followed', async () => {
    const user = await createUser(test);
    const temporary = await makeTemporaryPassword(test, user);
    await test.database.pool.query(
      `UPDATE account_links SET used_at = used_at - $2 * interval '1 second' WHERE user_id = $1`,
      [user.id, linkLimits.temporaryPasswordSeconds],
    );
    await tryLogin(test, user.username, temporary).expect(400);
    await test.database.pool.query('UPDATE account_links SET used_at = NULL WHERE user_id = $1', [user.id]);
    await tryLogin(test, user.username, temporary).expect(400);
  });

  it('is worth nothing to another account, to a disabled one, or once the address has changed', async () => {
    const [user, other] = [await createUser(test), await createUser(test)];
    const temporary = await makeTemporaryPassword(test, user);
    await makeTemporaryPassword(test, other);
    await tryLogin(test, other.username, temporary).expect(400);

    const { prisma } = test.database;
    const change = (data: object) => prisma.user.update({ where: { id: user.id }, data });
    await change({ is_active: false });
    expect((await tryLogin(test, user.username, temporary).expect(403)).body.code).toBe('account_disabled');
    await change({ is_active: true, email: 'changed@example.org' });
    await tryLogin(test, user.username, temporary).expect(400);
    await signIn(test, user);
  });
});
