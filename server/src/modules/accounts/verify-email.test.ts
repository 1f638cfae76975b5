import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mailBudgets } from 'contract/accounts/accounts.constants.ts';
import { registerUser, resendVerificationEmail } from 'contract/accounts/accounts.ts';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { cleanUpAccounts } from './clean-up.service.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import {
  actionsOf,
  createUser,
  eventsOf,
  createTemporaryPassword,
  password,
  registration,
  tryLogin,
} from '#test/factories.ts';
import { addUserImage } from '#test/images.ts';
import { ageLinks, deliverMail, followLink, linkIn, type MailedLink } from '#test/mail.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const hourSeconds = 60 * 60;
const failed = 'Email verification failed. Token might have expired.';

async function register(username: string): Promise<MailedLink> {
  await callApi(test, registerUser, { body: registration(username) }).expect(201);
  const mails = await deliverMail(test);
  return linkIn(mails.at(-1));
}

const resend = (body: object) => callApi(test, resendVerificationEmail, { body });
const userNamed = (username: string) => test.database.prisma.user.findFirst({ where: { username } });

async function expectInvalid(link: MailedLink): Promise<void> {
  const answer = await followLink(test, link).expect(400);
  expect(answer.body).toMatchObject({ code: 'invalid_link', msg: failed });
}

beforeEach(async () => {
  await test.database.prisma.user.deleteMany();
  await test.database.prisma.mailBudgetUse.deleteMany();
});

describe('verifyEmail', () => {
  it('verifies the email address, and responds the same again until the link expires', async () => {
    const link = await register('ada');
    for (let i = 0; i < 3; i++) {
      const answer = await followLink(test, link).expect(200);
      expect(answer.body).toEqual({ msg: 'Email verified successfully!' });
    }
    const user = await userNamed('ada');
    expect(user?.email_verified_at).not.toBeNull();
    expect(await actionsOf(test, user!)).toEqual(['register', 'verify_email']);
  });

  it('verifies and records nothing for HEAD', async () => {
    const { uid, token } = await register('ada');
    await request(test.app.server).head(`/api/user/verify-email/${uid}/${token}/`).expect(200);
    const user = await userNamed('ada');
    expect(user?.email_verified_at).toBeNull();
    expect(await actionsOf(test, user!)).toEqual(['register']);
  });

  it('accepts the link for 24 hours and no longer', async () => {
    const link = await register('grace');
    await ageLinks(test, 24 * hourSeconds - 60);
    await followLink(test, link).expect(200);
    const late = await register('edith');
    await ageLinks(test, 24 * hourSeconds + 60);
    await expectInvalid(late);
    expect((await userNamed('edith'))?.email_verified_at).toBeNull();
  });

  it('accepts no token of another user or purpose, no altered token and no malformed one', async () => {
    const [mine, other] = [await register('ada'), await register('grace')];
    const wrong = [
      { token: other.token },
      { uid: other.uid },
      { token: `${mine.token.slice(0, -1)}${mine.token.endsWith('A') ? 'B' : 'A'}` },
      { token: mine.token.slice(0, -1) },
      { uid: 'x' },
      { uid: '%00', token: '%F0%9F%A6%8A' },
      { uid: "1' OR '1'='1" },
    ];
    for (const change of wrong) await expectInvalid({ ...mine, ...change });
    const asReset = await followLink(test, { ...mine, page: 'reset-password' }).expect(400);
    expect(asReset.body.code).toBe('invalid_link');
    expect((await userNamed('ada'))?.email_verified_at).toBeNull();
  });

  it('has a token of at least 128 bits in at most 86 URL-safe characters, without personal data', async () => {
    // A username that no token contains by chance.
    const { uid, token } = await register('lovelace');
    expect(token).toMatch(/^[\w-]{22,86}$/);
    const user = await userNamed('lovelace');
    expect(uid).not.toBe(user?.id);
    expect(`${uid}${token}`.toLowerCase()).not.toContain('lovelace');
  });
});

describe('resendVerificationEmail', () => {
  it('changes the email address, sends a link to the new one, and voids older links', async () => {
    const first = await register('ada');
    const body = { username: 'ADA', password, new_email: 'ada@new.example' };
    const answer = await resend(body).expect(200);
    expect(answer.body).toEqual({ msg: 'Verification email sent. Please check your inbox.' });
    expect((await userNamed('ada'))?.email).toBe('ada@new.example');

    const mails = await deliverMail(test);
    expect(mails.map(({ to }) => to)).toEqual(['ada@new.example']);
    await expectInvalid(first);
    await followLink(test, linkIn(mails[0])).expect(200);
  });

  it('accepts the email address that the account already has', async () => {
    const first = await register('ada');
    await resend({ username: 'ada', password, new_email: 'ada@example.org' }).expect(200);
    await expectInvalid(first);
    await followLink(test, linkIn((await deliverMail(test))[0])).expect(200);
  });

  it.each([
    ['a wrong password', { username: 'ada', password: 'wrong', new_email: 'ada@new.example' }],
    ['an unknown user', { username: 'nobody', password, new_email: 'ada@new.example' }],
  ])('refuses %s with invalid credentials and changes nothing', async (_what, body) => {
    await register('ada');
    const answer = await resend(body).expect(400);
    expect(answer.body).toMatchObject({ code: 'invalid_credentials', msg: 'Invalid credentials' });
    expect((await userNamed('ada'))?.email).toBe('ada@example.org');
  });

  it('counts its failures together with those of sign-ins', async () => {
    await register('ada');
    for (let i = 0; i < 5; i++) {
      await resend({ username: 'ada', password: 'wrong', new_email: 'a@b.example' }).expect(400);
    }
    const answer = await resend({ username: 'ada', password, new_email: 'a@b.example' }).expect(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('responds with a conflict if the account is already verified', async () => {
    const user = await createUser(test);
    const answer = await resend({ username: user.username, password, new_email: 'x@new.example' }).expect(
      409,
    );
    expect(answer.body.code).toBe('conflict');
  });

  it('responds with a conflict to the email address of another account in any letter case, and changes nothing', async () => {
    const link = await register('ada');
    await createUser(test, { email: 'grace@example.org' });
    const body = { username: 'ada', password, new_email: 'GRACE@example.org' };
    const answer = await resend(body).expect(409);
    expect(answer.body.details).toEqual({ new_email: ['email already exists'] });
    await followLink(test, link).expect(200);
  });

  it('refuses a disabled account only after the right password', async () => {
    const user = await createUser(test, { isVerified: false, is_active: false });
    const body = { username: user.username, new_email: 'x@new.example' };
    expect((await resend({ ...body, password: 'wrong' })).body.code).toBe('invalid_credentials');
    expect((await resend({ ...body, password })).body.code).toBe('account_disabled');
  });

  it.each(['username', 'password', 'new_email'])('needs %s', async (field) => {
    const body = { username: 'ada', password, new_email: 'a@b.example', [field]: undefined };
    expect(Object.keys((await resend(body).expect(400)).body.details)).toEqual([field]);
  });
});

const cleanUp = () => cleanUpAccounts({ database: test.database });

describe('cleanUpAccounts', () => {
  it('deletes an account that was never verified when its last link has expired, and frees its username', async () => {
    await register('ada');
    const id = (await userNamed('ada'))?.id ?? '';
    const file = join(test.config.dataDir, 'files', await addUserImage(test, id));
    await ageLinks(test, 24 * hourSeconds - 60);
    await cleanUp();
    expect(await userNamed('ada')).not.toBeNull();
    await ageLinks(test, 120);
    await cleanUp();
    expect(await userNamed('ada')).toBeNull();
    expect((await eventsOf(test, { id })).map(({ action, details }) => [action, details?.details])).toEqual([
      ['register', null],
      ['account_delete', '{"username":null}'],
    ]);
    await deliverMail(test);
    expect(existsSync(file)).toBe(false);
    await register('ada');
  });

  it('keeps an account while a newer link works', async () => {
    await register('ada');
    await ageLinks(test, 25 * hourSeconds);
    await resend({ username: 'ada', password, new_email: 'ada@new.example' }).expect(200);
    await cleanUp();
    expect(await userNamed('ada')).not.toBeNull();
  });

  it('never deletes a verified account or one of staff', async () => {
    await followLink(test, await register('ada')).expect(200);
    const staff = await createUser(test, { isVerified: false, is_staff: true });
    await ageLinks(test, 1_000 * hourSeconds);
    await cleanUp();
    expect(await userNamed('ada')).not.toBeNull();
    expect(await userNamed(staff.username)).not.toBeNull();
    expect(await test.database.prisma.accountLink.count()).toBe(0);
  });
});

const email = 'ada@example.org';
const resendTo = (newEmail: string, enteredPassword = password) =>
  callApi(test, resendVerificationEmail, {
    body: { username: 'ada', password: enteredPassword, new_email: newEmail },
  });
const verificationLinks = () =>
  test.database.prisma.accountLink.findMany({
    where: { purpose: 'verify_email' },
    select: { id: true, email: true },
  });

/** Registers, and requests emails until the hourly budget is used up. Resolves to the last link. */
async function useUpBudget() {
  await callApi(test, registerUser, { body: registration('ada') }).expect(201);
  for (let i = 1; i < mailBudgets.confirmation.perHour; i++) await resendTo(email).expect(200);
  const mails = await deliverMail(test);
  return linkIn(mails.at(-1));
}

describe('a resend above the budget', () => {
  it.each([email, 'ADA@example.org'])(
    'does not void the links of the same email address: %s',
    async (newEmail) => {
      const link = await useUpBudget();
      const before = await verificationLinks();
      const answer = await resendTo(newEmail).expect(200);
      expect(answer.body).toEqual({ msg: 'Verification email sent. Please check your inbox.' });
      expect(await deliverMail(test)).toEqual([]);
      expect(await verificationLinks()).toEqual(before);
      await followLink(test, link).expect(200);
    },
  );

  it('still changes the email address, voids older links, and keeps the account although no email is sent', async () => {
    await useUpBudget();
    await resendTo('ada@new.example').expect(200);
    const [mail] = await deliverMail(test);
    await resendTo(email).expect(200);
    expect(await deliverMail(test)).toEqual([]);
    expect(await verificationLinks()).toEqual([{ id: expect.any(String), email }]);
    await followLink(test, linkIn(mail)).expect(400);
  });
});

describe('a resend with a temporary password', () => {
  it('is refused, and the password can still be used to sign in', async () => {
    const user = await createUser(test, { username: 'ada', email, isVerified: false });
    const temporary = await createTemporaryPassword(test, user);
    const answer = await resendTo(email, temporary).expect(400);
    expect(answer.body.code).toBe('invalid_credentials');
    expect(await verificationLinks()).toEqual([]);
    await tryLogin(test, 'ada', temporary).expect(200);
  });
});
