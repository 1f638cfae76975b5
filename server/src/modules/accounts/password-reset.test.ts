import { linkLimits, loginLimits } from 'contract/accounts/accounts.constants.ts';
import { requestPasswordReset, resendVerificationEmail } from 'contract/accounts/accounts.ts';
import { getUser } from 'contract/users/users.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { waitingForLocks } from '#test/database.ts';
import {
  createUser,
  createTemporaryPassword,
  password,
  readRow,
  signIn,
  type TestUser,
  tryLogin,
} from '#test/factories.ts';
import {
  ageLinks,
  deliverMail,
  followLink,
  linkIn,
  type MailedLink,
  temporaryPasswordIn,
} from '#test/mail.ts';
import { sendResetLink } from './password-reset.service.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const hourSeconds = 60 * 60;

const ask = (email: string) => request(test.app.server).post(requestPasswordReset.url).send({ email });

async function askForLink(user: TestUser): Promise<MailedLink> {
  await ask(user.email).expect(200);
  const [mail] = await deliverMail(test);
  expect(mail?.to).toBe(user.email);
  return linkIn(mail);
}

describe('requestPasswordReset', () => {
  it('treats an account that is deleted at that moment like an unknown email address', async () => {
    const user = await createUser(test);
    const deleting = await test.database.pool.connect();
    try {
      await deleting.query('BEGIN');
      await deleting.query('DELETE FROM users WHERE id = $1', [user.id]);
      const clientInfo = { ipAddress: '192.0.2.7', userAgent: '', fromProxy: false };
      const sent = sendResetLink(
        { ...test.dependencies, logger: test.app.log },
        { email: user.email, clientInfo },
      );
      await expect.poll(() => waitingForLocks(test.database)).toBe(1);
      await deleting.query('COMMIT');
      await sent;
    } finally {
      deleting.release();
    }
    expect(await deliverMail(test)).toEqual([]);
  });

  it('sends a link to the stored email address, in whatever letter case it was requested', async () => {
    const user = await createUser(test, { email: 'Ada@Example.org' });
    const answer = await ask('aDA@example.ORG').expect(200);
    expect(answer.body).toEqual({ msg: 'Password reset link sent successfully!' });
    const [mail, ...others] = await deliverMail(test);
    expect(others).toEqual([]);
    expect(mail?.to).toBe('Ada@Example.org');
    expect(linkIn(mail).page).toBe('reset-password');
    expect(`${mail?.text}${mail?.html}${mail?.subject}`).not.toContain(user.username);
  });

  it('responds the same to an unknown email address, makes the same single insert, and sends nothing', async () => {
    const user = await createUser(test);
    const [known, unknown] = [await ask(user.email), await ask('nobody@example.org')];
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    const { rows } = await test.database.pool.query(
      'SELECT task_identifier, attempts FROM graphile_worker.jobs',
    );
    expect(rows).toEqual([rows[0], rows[0]]);
    expect((await deliverMail(test)).map(({ to }) => to)).toEqual([user.email]);
  });

  it('sends nothing to a disabled account', async () => {
    const user = await createUser(test, { is_active: false });
    await ask(user.email).expect(200);
    expect(await deliverMail(test)).toEqual([]);
  });

  it('records the requested account and the IP address of the request', async () => {
    const user = await createUser(test);
    await ask(user.email).expect(200);
    await ask('nobody@example.org').expect(200);
    await deliverMail(test);
    const records = await test.database.prisma.ipRecord.findMany({
      where: { action: 'password_reset_request' },
      orderBy: { id: 'desc' },
      take: 2,
    });
    expect(new Set(records.map(({ user_id }) => user_id))).toEqual(new Set([user.id, null]));
    expect(records.map(({ ip_address }) => ip_address)).toEqual(['127.0.0.1', '127.0.0.1']);
  });

  it('sends 3 emails an hour and 10 a day to one email address, then 1 an hour, and responds the same above that', async () => {
    const user = await createUser(test);
    const askOften = async () => {
      for (let i = 0; i < 5; i++) await ask(user.email).expect(200);
      return (await deliverMail(test)).length;
    };
    const passHours = (hours: number) =>
      test.database.prisma.$executeRaw`
        UPDATE mail_budget_uses SET created_at = created_at - ${hours} * interval '1 hour'`;
    expect(await askOften()).toBe(3);
    const later: number[] = [];
    for (let i = 0; i < 4; i++) {
      await passHours(2);
      later.push(await askOften());
    }
    expect(later).toEqual([3, 3, 1, 1]);
    await passHours(24);
    expect(await askOften()).toBe(3);
  });

  it('keeps the budget exactly under parallel requests', async () => {
    const user = await createUser(test);
    await Promise.all(Array.from({ length: 20 }, () => ask(user.email).expect(200)));
    expect(await deliverMail(test)).toHaveLength(3);
  });

  it('does not void an earlier link', async () => {
    const user = await createUser(test);
    const [first, second] = [await askForLink(user), await askForLink(user)];
    expect(first.token).not.toBe(second.token);
    await followLink(test, first).expect(200);
    await followLink(test, second).expect(200);
    await deliverMail(test);
  });
});

describe('resetPassword', () => {
  it('sends a temporary password once, and responds the same again within the hour', async () => {
    const user = await createUser(test);
    const link = await askForLink(user);
    for (let i = 0; i < 3; i++) {
      const answer = await followLink(test, link).expect(200);
      expect(answer.body.msg).toContain('temporary password has been sent');
    }
    const mails = await deliverMail(test);
    expect(mails.map(({ to }) => to)).toEqual([user.email]);
    // 80 bits: 16 characters of 32.
    expect(temporaryPasswordIn(mails[0])).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/);
    await ageLinks(test, hourSeconds + 60);
    const late = await followLink(test, link).expect(400);
    expect(late.body.code).toBe('invalid_link');
  });

  it('sends it once for twenty parallel calls', async () => {
    const link = await askForLink(await createUser(test));
    await Promise.all(Array.from({ length: 20 }, () => followLink(test, link).expect(200)));
    expect(await deliverMail(test)).toHaveLength(1);
  });

  it('accepts no token of another user, no altered token and no verification link', async () => {
    const [mine, other] = [
      await askForLink(await createUser(test)),
      await askForLink(await createUser(test)),
    ];
    const wrong = [
      { ...mine, token: other.token },
      { ...mine, token: `${mine.token}A` },
      { ...mine, uid: other.uid },
      { ...mine, uid: 'x', token: 'y' },
    ];
    for (const link of wrong) {
      expect((await followLink(test, link).expect(400)).body.code).toBe('invalid_link');
    }
    const asVerification = await followLink(test, { ...mine, page: 'verify-email' }).expect(400);
    expect(asVerification.body.code).toBe('invalid_link');
    expect(await deliverMail(test)).toEqual([]);
  });
});

describe('a temporary password', () => {
  it('reserves the email address of its account while it is valid', async () => {
    const user = await createUser(test, { isVerified: false });
    const link = await askForLink(user);
    const resend = (new_email = 'elsewhere@example.org') =>
      request(test.app.server)
        .post(resendVerificationEmail.url)
        .send({ username: user.username, password, new_email });
    // A link that was only requested blocks nothing, because anyone can request one.
    await resend('first@example.org').expect(200);
    await resend(user.email).expect(200);
    await followLink(test, link).expect(200);
    expect((await resend()).status).toBe(409);
    expect((await readRow(test, user)).email).toBe(user.email);
    await ageLinks(test, hourSeconds + 60);
    await resend().expect(200);
  });
});

const readUser = ({ id }: TestUser, access: string) => callApi(test, getUser, { id, access });

describe('login with a temporary password', () => {
  it('sets it as a password that must be changed, and ends all other sessions', async () => {
    const user = await createUser(test);
    const temporary = await createTemporaryPassword(test, user);
    const before = await signIn(test, user);
    const { access } = await signIn(test, user, { password: temporary });
    expect((await readUser(user, access).expect(200)).body.must_change_password).toBe(true);
    await readUser(user, before.access).expect(401);
    await tryLogin(test, user.username, password).expect(400);
    await signIn(test, user, { password: temporary });
    await readUser(user, access).expect(200);
  });

  it('keeps the old password valid until then', async () => {
    const user = await createUser(test);
    await createTemporaryPassword(test, user);
    const { access } = await signIn(test, user);
    expect((await readUser(user, access).expect(200)).body.must_change_password).toBe(false);
  });

  it('verifies the email address that received it', async () => {
    const user = await createUser(test, { isVerified: false });
    await tryLogin(test, user.username, password).expect(403);
    await signIn(test, user, { password: await createTemporaryPassword(test, user) });
  });

  it('is accepted despite the lock, and clears every count of the account', async () => {
    const user = await createUser(test);
    const { device } = await signIn(test, user);
    for (let i = 0; i < loginLimits.freeTries; i++) {
      await tryLogin(test, user.username, 'wrong').expect(400);
      await tryLogin(test, user.username, 'wrong').set('x-device-token', device).expect(400);
    }
    const temporary = await createTemporaryPassword(test, user);
    await tryLogin(test, user.username, password).expect(429);
    await tryLogin(test, user.username, 'wrong').expect(429);
    await signIn(test, user, { password: temporary });
    expect(await test.database.prisma.loginGuard.count({ where: { user_id: user.id } })).toBe(0);
  });

  it('works once: parallel first uses all sign in, and one of them sets the password', async () => {
    const user = await createUser(test);
    const temporary = await createTemporaryPassword(test, user);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => tryLogin(test, user.username, temporary)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const resets = await test.database.prisma.ipRecord.count({
      where: { user_id: user.id, action: 'password_reset' },
    });
    expect(resets).toBe(1);
  });

  it('expires after an hour, as does one whose link nobody followed', async () => {
    const user = await createUser(test);
    const temporary = await createTemporaryPassword(test, user);
    await test.database.pool.query(
      `UPDATE account_links SET used_at = used_at - $2 * interval '1 second' WHERE user_id = $1`,
      [user.id, linkLimits.temporaryPasswordSeconds],
    );
    await tryLogin(test, user.username, temporary).expect(400);
    await test.database.pool.query('UPDATE account_links SET used_at = NULL WHERE user_id = $1', [user.id]);
    await tryLogin(test, user.username, temporary).expect(400);
  });

  it('is refused for another account, a disabled one, or after a change of the email address', async () => {
    const [user, other] = [await createUser(test), await createUser(test)];
    const temporary = await createTemporaryPassword(test, user);
    await createTemporaryPassword(test, other);
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
