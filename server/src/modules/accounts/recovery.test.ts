import { randomUUID } from 'node:crypto';
import {
  login,
  refreshAccessToken,
  registerUser,
  requestPasswordReset,
  resendVerificationEmail,
} from 'contract/accounts/accounts.ts';
import { listDevices } from 'contract/devices/devices.ts';
import { createToken } from 'contract/tokens/tokens.ts';
import { adminUpdateUser, deleteUser, getUser, listSessions, updateUser } from 'contract/users/users.ts';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { signInByCookie } from '#test/cookies.ts';
import {
  createCaller,
  createUser,
  newPassword,
  password,
  readRow,
  registration,
  signIn,
  type TestUser,
} from '#test/factories.ts';
import {
  ageLinks,
  deliverMail,
  followLink,
  linkIn,
  type MailedLink,
  temporaryPasswordIn,
} from '#test/mail.ts';
import { addTestPasskey, createEnrolledUser } from '#test/second-factors.ts';

const test = useTestApp({ TRUST_PROXY: '127.0.0.1/32,::1/128,::ffff:127.0.0.1/128' });

const hourSeconds = 60 * 60;
const newest = 'a newer horse battery';

/** Each request comes from another network, so that only the limits of a recipient and an account apply. */
let networks = 0;
const elsewhere = () => `203.0.${(networks++ >> 8) % 256}.1, 198.${networks % 256}.${networks >> 8}.7`;

const uniqueName = () => `u${networks++}`;

const post = (url: string, body: object, from = elsewhere()) =>
  request(test.app.server).post(url).set('x-forwarded-for', from).send(body);
const as = (access: string, method: 'get' | 'post' | 'put' | 'delete', url: string, id = '') => {
  const path = url.replace(/:\w+/, id);
  const call = request(test.app.server)[method](path).set('x-forwarded-for', elsewhere());
  return call.set('authorization', `Bearer ${access}`);
};
const tryLogin = (user: Pick<TestUser, 'username'>, enteredPassword: string) =>
  post(login.url, { username_or_email: user.username, password: enteredPassword });
const askReset = (email: string, from?: string) =>
  post(requestPasswordReset.url, { email }, from).expect(200);

/** Requests a reset, follows its link, and resolves to the temporary password. */
async function resetPasswordOf({ email }: TestUser): Promise<string> {
  await deliverMail(test);
  await askReset(email);
  const [mail] = await deliverMail(test);
  await followLink(test, linkIn(mail)).expect(200);
  return temporaryPasswordIn((await deliverMail(test))[0]);
}

/** A signed-in attacker requests another email address. Resolves to the links of the two emails. */
async function changeEmail(access: string, id: string, to: string) {
  await as(access, 'put', updateUser.url, id).send({ email: to }).expect(200);
  const mails = await deliverMail(test);
  const linkTo = (address: (one: string) => boolean) => linkIn(mails.find((mail) => address(mail.to)));
  return { confirm: linkTo((one) => one === to), undo: linkTo((one) => one !== to) };
}

const expectInvalid = async (link: MailedLink, access: string) =>
  expect((await followLink(test, link, access).expect(400)).body.code).toBe('invalid_link');

beforeEach(async () => {
  await deliverMail(test);
  await test.database.prisma.mailBudgetUse.deleteMany();
});

describe('emails that strangers cause', () => {
  it('have separate budgets: confirmations do not use up resets', async () => {
    const user = await createUser(test, { isVerified: false });
    const body = { username: user.username, password, new_email: user.email };
    for (let i = 0; i < 5; i++) await post(resendVerificationEmail.url, body).expect(200);
    await askReset(user.email);
    const subjects = (await deliverMail(test)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Reset your password')).toHaveLength(1);
  });

  it('count for one mailbox, whatever its tag', async () => {
    const tagged = [
      'flood@example.net',
      'Flood+1@example.net',
      'flood+2+3@example.net',
      'flood+4@EXAMPLE.net',
    ];
    for (const email of tagged) await createUser(test, { email });
    for (const email of tagged) await askReset(email);
    expect(await deliverMail(test)).toHaveLength(3);
    await createUser(test, { email: 'other@example.net' });
    await askReset('other@example.net');
    expect(await deliverMail(test)).toHaveLength(1);
  });

  it('count for one mailbox, whatever its dots, if the provider ignores them', async () => {
    const same = [
      'goo.gle@gmail.com',
      'G.o.o.g.l.e@gmail.com',
      'google+x@gmail.com',
      'go.ogle@googlemail.com',
    ];
    const [others, all] = [['go.ogle@example.net', 'google@example.net'], same];
    for (const email of [...all, ...others]) await createUser(test, { username: uniqueName(), email });
    for (const email of same) await askReset(email);
    expect(await deliverMail(test)).toHaveLength(3);
    for (const email of others) for (let i = 0; i < 3; i++) await askReset(email);
    expect(await deliverMail(test)).toHaveLength(6);
  });

  it('of confirmations do not use up resets of the same network', async () => {
    const user = await createUser(test);
    const network = '192.0.3.1';
    for (let i = 0; i < 31; i++) {
      await post(registerUser.url, registration(uniqueName()), network).expect(201);
    }
    expect(await deliverMail(test)).toHaveLength(30);
    await askReset(user.email, network);
    expect((await deliverMail(test)).map(({ to }) => to)).toEqual([user.email]);
  });

  it('are at most 30 an hour from one network, and beyond that use up no recipient’s budget', async () => {
    const users = await Promise.all(Array.from({ length: 32 }, () => createUser(test)));
    for (const [index, { email }] of users.entries()) await askReset(email, `192.0.2.${index + 1}`);
    expect(await deliverMail(test)).toHaveLength(30);
    const last = users.at(-1)?.email ?? '';
    for (let i = 0; i < 3; i++) await askReset(last);
    expect(await deliverMail(test)).toHaveLength(3);
  });
});

/** What an attacker who knew the password for a while may have left. */
async function prepared() {
  const owner = await createUser(test);
  const { device } = await signIn(test, owner);
  const attacker = await signIn(test, owner);
  const { confirm, undo } = await changeEmail(
    attacker.access,
    owner.id,
    `attacker-${owner.username}@example.net`,
  );
  const { body } = await as(attacker.access, 'post', createToken.url)
    .send({
      name: 'mine',
      scopes: ['read:profile'],
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
    .expect(201);
  return { owner, device, attacker, confirm, undo, token: body.token as string };
}

const pendingOf = async (user: TestUser) => (await readRow(test, user)).pending_email;

/** Whether a device still has a separate counter. */
async function isKnown(owner: TestUser, device: string, right: string): Promise<boolean> {
  for (let i = 0; i < 5; i++) await tryLogin(owner, 'wrong');
  const { status } = await tryLogin(owner, right).set('x-device-token', device);
  await test.database.prisma.loginGuard.deleteMany();
  return status === 200;
}

describe('recovering an account', () => {
  it('by a change of the password voids what was pending, and only the calling device stays known', async () => {
    const { owner, device, attacker, confirm } = await prepared();
    const { access } = await signIn(test, owner, { device });
    await as(access, 'put', updateUser.url, owner.id).send(newPassword(newest)).expect(200);
    expect(await pendingOf(owner)).toBeNull();
    await as(attacker.access, 'get', getUser.url, owner.id).expect(401);
    await post(refreshAccessToken.url, { refresh: attacker.refresh }).expect(401);
    const again = await signIn(test, owner, { password: newest });
    await expectInvalid(confirm, again.access);
    expect(await isKnown(owner, attacker.device, newest)).toBe(false);
    expect(await isKnown(owner, device, newest)).toBe(true);
  });

  it('by a reset voids it too, including tokens', async () => {
    const { owner, attacker, confirm, token } = await prepared();
    const temporary = await resetPasswordOf(owner);
    const { access } = await signIn(test, owner, { password: temporary });
    expect(await pendingOf(owner)).toBeNull();
    await as(attacker.access, 'get', getUser.url, owner.id).expect(401);
    await as(token, 'get', getUser.url, owner.id).expect(401);
    await expectInvalid(confirm, access);
    expect(await isKnown(owner, attacker.device, temporary)).toBe(false);
  });

  it('by a password that staff set voids it, and the pending reset', async () => {
    const { owner, attacker, confirm, token } = await prepared();
    const temporary = await resetPasswordOf(owner);
    const staff = await createCaller(test, { is_staff: true });
    await as(staff.access, 'put', adminUpdateUser.url, owner.id).send(newPassword(newest)).expect(200);
    await tryLogin(owner, temporary).expect(400);
    const { access } = await signIn(test, owner, { password: newest });
    expect(await pendingOf(owner)).toBeNull();
    for (const dead of [attacker.access, token]) await as(dead, 'get', getUser.url, owner.id).expect(401);
    await expectInvalid(confirm, access);
    expect(await isKnown(owner, attacker.device, newest)).toBe(false);
  });

  it('by the address that staff set ends what a thief has, and keeps the links of the owner', async () => {
    const { owner, attacker, confirm, undo, token } = await prepared();
    await deliverMail(test);
    await addTestPasskey(test, attacker.access);
    const notMe = linkIn((await deliverMail(test)).find(({ to }) => to === owner.email));
    await followLink(test, confirm, attacker.access).expect(200);
    await test.database.pool.query('UPDATE sessions SET second_factor_at = now() WHERE user_id = $1', [
      owner.id,
    ]);
    await addTestPasskey(test, attacker.access);
    const notMeOfThief = linkIn((await deliverMail(test)).find(({ to }) => to !== owner.email));
    const staff = await createCaller(test, { is_staff: true });
    const email = owner.email.toUpperCase();
    await as(staff.access, 'put', adminUpdateUser.url, owner.id).send({ email }).expect(200);
    for (const dead of [attacker.access, token]) await as(dead, 'get', getUser.url, owner.id).expect(401);
    const mail = (await deliverMail(test)).find(({ subject }) => /by our staff/.test(subject));
    expect(mail?.text).toContain('All sessions');
    await followLink(test, notMeOfThief).expect(400);
    await followLink(test, notMe).expect(200);
    expect(await test.database.prisma.secondFactor.count({ where: { user_id: owner.id } })).toBe(0);
    await followLink(test, undo).expect(200);
    expect((await readRow(test, owner)).email).toBe(owner.email);
  });

  it('by an address that staff set sends a link to a new password if no way to sign in is left', async () => {
    const { user } = await createCaller(test);
    const { prisma } = test.database;
    await prisma.identity.create({
      data: { id: randomUUID(), user_id: user.id, issuer: 'https://a.example', subject: user.id },
    });
    await prisma.user.update({ where: { id: user.id }, data: { has_password: false } });
    await deliverMail(test);
    const staff = await createCaller(test, { is_staff: true });
    const email = `new-${user.email}`;
    await as(staff.access, 'put', adminUpdateUser.url, user.id).send({ email }).expect(200);
    const mails = (await deliverMail(test)).filter(({ to }) => to === email);
    expect(mails.map(({ subject }) => subject)).toContain('Reset your password');
  });

  it('by undoing the deletion ends the password, and sends a link to a new one', async () => {
    const { user, access } = await createCaller(test);
    await as(access, 'put', updateUser.url, user.id).send(newPassword(newest)).expect(200);
    const thief = await signIn(test, user, { password: newest });
    await deliverMail(test);
    await as(thief.access, 'delete', deleteUser.url, user.id).expect(204);
    const { body } = await followLink(test, linkIn((await deliverMail(test))[0])).expect(200);
    expect(body.msg).toContain('link to a new one');
    await tryLogin(user, newest).expect(400);
    const [mail] = await deliverMail(test);
    expect([mail?.to, mail?.subject]).toEqual([user.email, 'Reset your password']);
  });

  it('by undoing a change of the email address also disables the password until a reset', async () => {
    const { owner, attacker, confirm, undo, token } = await prepared();
    await followLink(test, confirm, attacker.access).expect(200);
    const later = await signIn(test, owner);
    await as(later.access, 'put', updateUser.url, owner.id).send(newPassword(newest)).expect(200);
    await followLink(test, undo).expect(200);
    for (const known of [password, newest]) await tryLogin(owner, known).expect(400);
    for (const dead of [attacker.access, later.access, token]) {
      await as(dead, 'get', getUser.url, owner.id).expect(401);
    }
    const temporary = await resetPasswordOf(owner);
    await signIn(test, owner, { password: temporary });
    expect(await isKnown(owner, later.device, temporary)).toBe(false);
  });
});

describe('undoing a change of the email address', () => {
  it('also removes factors that were added up to 7 days before the request, and no older ones', async () => {
    const { user, access } = await createEnrolledUser(test);
    const [old, planted] = [await addTestPasskey(test, access), await addTestPasskey(test, access)];
    const age = (days: number, id: string) =>
      test.database.pool.query(
        `UPDATE second_factors SET created_at = now() - $1 * interval '1 day' + interval '1 minute'
         WHERE user_id = $2 AND coalesce(credential_id, 'totp') = $3`,
        [days, user.id, id],
      );
    await age(8, old.id);
    await age(7, planted.id);
    await age(3, 'totp');
    await deliverMail(test);
    const { undo } = await changeEmail(access, user.id, `attacker-${user.username}@example.net`);
    await followLink(test, undo).expect(200);
    const left = await test.database.prisma.secondFactor.findMany({ where: { user_id: user.id } });
    expect(left.map(({ credential_id }) => credential_id)).toEqual([old.id]);
  });

  it('ends by the newest of several links what was added since the first change that it undoes', async () => {
    const user = await createUser(test);
    const { access } = await signIn(test, user);
    const first = await changeEmail(access, user.id, `attacker-${user.username}@example.net`);
    const { body } = await as(access, 'post', createToken.url)
      .send({
        name: 'mine',
        scopes: ['read:profile'],
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      })
      .expect(201);
    await test.database.prisma.identity.create({
      data: {
        id: randomUUID(),
        user_id: user.id,
        issuer: 'https://a.example',
        subject: user.id,
        // In the week before the first change, but not before the second.
        linked_at: new Date(Date.now() - 7.5 * 86_400_000),
      },
    });
    await test.database.pool.query(
      `UPDATE account_links SET created_at = created_at - interval '1 day' WHERE id = $1`,
      [first.undo.uid],
    );
    await deliverMail(test);
    const { undo } = await changeEmail(access, user.id, `other-${user.username}@example.net`);
    await followLink(test, undo).expect(200);
    await as(body.token as string, 'get', getUser.url, user.id).expect(401);
    expect(await test.database.prisma.identity.count({ where: { user_id: user.id } })).toBe(0);
  });

  it('leaves no recovery codes if it leaves no factor', async () => {
    const { user, access } = await createEnrolledUser(test);
    await deliverMail(test);
    await test.database.pool.query(
      `UPDATE recovery_codes SET created_at = now() - interval '1 day' WHERE user_id = $1`,
      [user.id],
    );
    const { undo } = await changeEmail(access, user.id, `attacker-${user.username}@example.net`);
    await followLink(test, undo).expect(200);
    expect(await test.database.prisma.recoveryCode.count({ where: { user_id: user.id } })).toBe(0);
    const temporary = await resetPasswordOf(user);
    await signIn(test, user, { password: temporary });
  });
});

describe('a temporary password', () => {
  it('allows only its change, and ends with its session an hour after the link was followed', async () => {
    const user = await createUser(test);
    const temporary = await resetPasswordOf(user);
    await ageLinks(test, hourSeconds - 60);
    const { access, refresh } = await signIn(test, user, { password: temporary });
    for (const url of [listSessions.url, listDevices.url]) {
      expect((await as(access, 'get', url).expect(403)).body.code).toBe('password_change_required');
    }
    await as(access, 'get', getUser.url, user.id).expect(200);
    const { expires_at } = await test.database.prisma.session.findFirstOrThrow({
      where: { user_id: user.id },
    });
    expect(expires_at.getTime() - Date.now()).toBeLessThan(61_000);

    await test.database.pool.query(
      `UPDATE sessions SET expires_at = expires_at - interval '61 seconds' WHERE user_id = $1`,
      [user.id],
    );
    await test.database.pool.query(
      `UPDATE users SET password_expires_at = password_expires_at - interval '61 seconds' WHERE id = $1`,
      [user.id],
    );
    await as(access, 'get', getUser.url, user.id).expect(401);
    await post(refreshAccessToken.url, { refresh }).expect(401);
    await tryLogin(user, temporary).expect(400);
    // The user continues with another reset.
    await test.database.prisma.mailBudgetUse.deleteMany();
    const second = await resetPasswordOf(user);
    const again = await signIn(test, user, { password: second });
    await as(again.access, 'put', updateUser.url, user.id).send(newPassword(newest)).expect(200);
    await ageLinks(test, 2 * hourSeconds);
    await signIn(test, user, { password: newest });
  });
});

describe('a changed email address', () => {
  it('is not confirmed by cookies alone, which any page could make a browser send', async () => {
    const user = await createUser(test);
    const { headers, body } = await signInByCookie(request(test.app.server), user);
    const { confirm } = await changeEmail(body.access, user.id, 'cookie@example.net');
    const refused = await followLink(test, confirm).set('cookie', headers.cookie).expect(403);
    expect(refused.body.code).toBe('csrf_failed');
    await followLink(test, confirm).set(headers).expect(200);
  });
});
