import {
  login,
  registerUser,
  requestPasswordReset,
  resendVerificationEmail,
} from 'contract/accounts/accounts.ts';
import { updateUser } from 'contract/users/users.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, createUser, password, readRow, registration } from '#test/factories.ts';
import { deliverMail } from '#test/mail.ts';
import { post } from '#test/second-factors.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

afterEach(() => deliverMail(test));

let registered = 0;
const register = (email: string) => {
  registered += 1;
  return post(test, registerUser.url).send(registration(`user-${registered}`, { email }));
};

describe('an email address', () => {
  it.each([
    'user@xn--e1afmkfd.xn--p1ai',
    'user@sub.xn--p1ai',
    'john&mary@example.org',
    'a/b@example.org',
    'x=y@example.org',
    "o'hara!#$%*+?^_`{|}~-@example.org",
    '.a..b.@example.org',
    'a@b.c',
    `${'a'.repeat(64)}@example.org`,
    `a@${'b'.repeat(63)}.example`,
  ])('“%s” is accepted, as the HTML standard does', async (email) => {
    const { body } = await register(email).expect(201);
    expect(body.user.email).toBe(email);
    expect((await deliverMail(test)).map(({ to }) => to)).toEqual([email]);
  });

  it.each([
    ['user@пример.рф', 'user@xn--e1afmkfd.xn--p1ai'],
    ['user@München.Example', 'user@xn--mnchen-3ya.example'],
    ['user@例え。テスト', 'user@xn--r8jz45g.xn--zckzah'],
    ['  space@example.org\n', 'space@example.org'],
  ])('“%s” is stored as %s', async (email, stored) => {
    const other = stored.replace('user', `user-${registered}`);
    const { body } = await register(email.replace('user', `user-${registered}`)).expect(201);
    expect(body.user.email).toBe(other);
  });

  it.each([
    ['user@localhost', 'INVALID EMAIL FORMAT'],
    ['юзер@example.org', 'INVALID EMAIL FORMAT'],
    ['user@-example.org', 'INVALID EMAIL FORMAT'],
    ['user@example-.org', 'INVALID EMAIL FORMAT'],
    ['user@exa_mple.org', 'INVALID EMAIL FORMAT'],
    ['user@example..org', 'INVALID EMAIL FORMAT'],
    ['user@пример.рф/path', 'INVALID EMAIL FORMAT'],
    ['user@пример.рф:25', 'INVALID EMAIL FORMAT'],
    ['user@при мер.рф', 'INVALID EMAIL FORMAT'],
    ['user@при\u202eмер.рф', 'INVALID EMAIL FORMAT'],
    ['a b@example.org', 'INVALID EMAIL FORMAT'],
    ['a@b@example.org', 'INVALID EMAIL FORMAT'],
    [`a@${'b'.repeat(64)}.example`, 'INVALID EMAIL FORMAT'],
    [`${'a'.repeat(65)}@example.org`, 'Must have at most 64 characters before the @.'],
    [`${'a'.repeat(64)}@${'b.'.repeat(95)}org`, 'Must have at most 254 characters.'],
    ['  ', 'EMAIL REQUIRED'],
  ])('“%s” is refused', async (email, message) => {
    const { body } = await register(email).expect(400);
    expect(body.details.email).toEqual([message]);
  });

  it('under an internationalized domain is the same as typed and in ASCII, everywhere', async () => {
    const typed = 'Ada@пример.рф';
    const stored = 'ada@xn--e1afmkfd.xn--p1ai';
    const user = await createUser(test, { email: stored });
    await post(test, login.url).send({ username_or_email: typed, password }).expect(200);
    await post(test, requestPasswordReset.url).send({ email: typed }).expect(200);
    expect((await deliverMail(test)).map(({ to }) => to)).toEqual([stored]);
    expect((await register(typed).expect(409)).body.details).toHaveProperty('email');

    const staff = await createCaller(test, { is_superuser: true });
    const body = { email: 'new@пример.рф' };
    await callApi(test, updateUser, { id: staff.user.id, access: staff.access, body }).expect(200);
    expect((await readRow(test, staff.user)).pending_email).toBe('new@xn--e1afmkfd.xn--p1ai');
    expect((await readRow(test, user)).email).toBe(stored);
  });
});

const wrong = (identifier: string) =>
  post(test, login.url).send({ username_or_email: identifier, password: 'wrong' });

describe('the identifier', () => {
  it.each([
    ['a username', 'grace'],
    ['an email address', 'grace@example.org'],
  ])('of a sign-in, a reset and a resend may have spaces around it: %s', async (_, identifier) => {
    const user = await createUser(test, { username: 'grace', email: 'grace@example.org', isVerified: false });
    const typed = ` \u00a0${identifier}\t\n`;
    const signIn = await post(test, login.url).send({ username_or_email: typed, password });
    expect(signIn.body.code).toBe('account_not_verified');
    const resend = { username: typed, password, new_email: ` ${user.email} ` };
    await post(test, resendVerificationEmail.url).send(resend).expect(200);
    await post(test, requestPasswordReset.url)
      .send({ email: `\t${user.email} ` })
      .expect(200);
    expect((await deliverMail(test)).map(({ to }) => to)).toEqual([user.email, user.email]);
    await test.database.prisma.user.delete({ where: { id: user.id } });
  });

  it('is counted as one, with and without spaces around it', async () => {
    for (const identifier of ['nobody', ' nobody', 'nobody ', '\tnobody', 'NOBODY\n'])
      await wrong(identifier).expect(400);
    await wrong('nobody').expect(429);
    expect((await wrong('   ')).body.details).toEqual({ username_or_email: ['IDENTIFIER REQUIRED'] });
  });
});
