import { exportUser, getUser, listSessions, updateUser } from 'contract/users/users.ts';
import { logout, refreshAccessToken, requestPasswordReset } from 'contract/accounts/accounts.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import {
  actionsOf,
  ageSignIns,
  createCaller,
  newPassword,
  password,
  readRow,
  signIn,
  tryLogin,
} from '#test/factories.ts';
import { deliverMail, followLink, linkIn, temporaryPasswordIn } from '#test/mail.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const replacement = 'a newer horse battery';

const put = (id: string, access: string, body: object) => callApi(test, updateUser, { id, access, body });
const changePassword = (id: string, access: string, fields: object = {}) =>
  put(id, access, { ...newPassword(replacement), ...fields });
const get = (url: string, access: string) =>
  request(test.app.server).get(url).set('authorization', `Bearer ${access}`);

describe('updateUser with a new password', () => {
  it('ends every session, allows the calling one to read for a minute, and informs the user by email', async () => {
    const caller = await createCaller(test);
    const { id } = caller.user;
    const other = await signIn(test, caller.user);
    await changePassword(id, caller.access, { phone_number: '3' }).expect(200);

    const self = getUser.url.replace(':id', id);
    await get(self, other.access).expect(401);
    await get(self, caller.access).expect(200);
    await put(id, caller.access, { phone_number: '4' }).expect(401);
    await request(test.app.server).post(refreshAccessToken.url).send({ refresh: caller.refresh }).expect(401);
    await test.database.pool.query(
      `UPDATE sessions SET read_only_until = read_only_until - interval '61 seconds' WHERE user_id = $1`,
      [id],
    );
    await get(self, caller.access).expect(401);

    expect((await readRow(test, caller.user)).phone_number).toBe('3');
    await signIn(test, caller.user, { password: replacement });
    const mails = await deliverMail(test);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [caller.user.email, 'Your password was changed'],
    ]);
    expect(mails[0]?.text).toContain('/forgot-password');
    expect(mails[0]?.text).not.toContain(caller.user.username);
    const actions = ['login', 'login', 'profile_update', 'password_change', 'login'];
    expect(await actionsOf(test, caller.user)).toEqual(actions);
  });

  it.each([
    ['its refresh token', (refresh: string) => ({ refresh_token: refresh }), false],
    ['its access token', () => ({}), true],
  ])('ends the read access at a sign-out with %s', async (_what, body, isBearer) => {
    const { user, access, refresh } = await createCaller(test);
    await changePassword(user.id, access).expect(200);
    const call = request(test.app.server).post(logout.url).send(body(refresh));
    await (isBearer ? call.set('authorization', `Bearer ${access}`) : call).expect(204);
    await get(getUser.url.replace(':id', user.id), access).expect(401);
  });

  it.each([
    ['a different confirmation', { confirm_new_password: 'another horse battery' }, 'confirm_new_password'],
    ['no confirmation', { confirm_new_password: null }, 'confirm_new_password'],
    ['a common password', newPassword('password123'), 'new_password'],
    [
      'the username of the same request',
      { username: 'new.name', ...newPassword('New.Name') },
      'new_password',
    ],
    [
      'the email address of the same request',
      { email: 'me@new.org', ...newPassword('me@new.org') },
      'new_password',
    ],
  ])('refuses %s and saves nothing', async (_what, fields, field) => {
    const { user, access } = await createCaller(test);
    const before = await readRow(test, user);
    const { body } = await changePassword(user.id, access, { ...fields, phone_number: '9' }).expect(400);
    expect(Object.keys(body.details)).toEqual([field]);
    expect(await readRow(test, user)).toEqual(before);
    await get(listSessions.url, access).expect(200);
  });

  it('requires the current password 15 minutes after the sign-in, and only for sensitive fields', async () => {
    const { user, access } = await createCaller(test);
    await ageSignIns(test, user.id, 14 * 60);
    await put(user.id, access, { email: 'next@example.org' }).expect(200);
    await ageSignIns(test, user.id, 2 * 60);
    for (const body of [{ email: 'other@example.org' }, { new_password: replacement }]) {
      const response = await changePassword(user.id, access, { ...body, phone_number: '1' }).expect(403);
      expect(response.body.code).toBe('reauthentication_required');
    }
    expect(await readRow(test, user)).toMatchObject({
      phone_number: null,
      pending_email: 'next@example.org',
    });
    await put(user.id, access, { phone_number: '1', email: user.email }).expect(200);
    await put(user.id, access, { email: 'other@example.org', current_password: password }).expect(200);
    await changePassword(user.id, access, { current_password: password }).expect(200);
    await deliverMail(test);
  });

  it('counts wrong current passwords for all devices together, and separately from sign-ins', async () => {
    const { user, access, device } = await createCaller(test);
    for (let i = 0; i < 5; i++) {
      const { body } = await changePassword(user.id, access, { current_password: 'wrong' }).expect(400);
      expect(body).toMatchObject({
        code: 'invalid_credentials',
        msg: expect.stringContaining('Invalid credentials') as string,
      });
    }
    const lockedResponse = await changePassword(user.id, access, { current_password: password }).expect(429);
    expect(Number(lockedResponse.headers['retry-after'])).toBeGreaterThan(0);
    await changePassword(user.id, access, { current_password: password })
      .set('x-device-token', device)
      .expect(429);
    await signIn(test, user);
  });

  it('does not accept a temporary password as the current one', async () => {
    const { user, access } = await createCaller(test);
    await request(test.app.server).post(requestPasswordReset.url).send({ email: user.email }).expect(200);
    // The first job finds the account, the second sends the email.
    await followLink(test, linkIn((await deliverMail(test)).at(-1))).expect(200);
    const temporaryPassword = temporaryPasswordIn((await deliverMail(test)).at(-1));
    const { body } = await changePassword(user.id, access, { current_password: temporaryPassword }).expect(
      400,
    );
    expect(body.code).toBe('invalid_credentials');
    await signIn(test, user, { password: temporaryPassword });
  });

  it('ends open resets, whether their links were followed or not', async () => {
    const { user, access } = await createCaller(test);
    const links = [];
    for (let i = 0; i < 2; i++) {
      await request(test.app.server).post(requestPasswordReset.url).send({ email: user.email }).expect(200);
      links.push(linkIn((await deliverMail(test)).at(-1)));
    }
    await followLink(test, links[0]!).expect(200);
    const temporaryPassword = temporaryPasswordIn((await deliverMail(test)).at(-1));
    await changePassword(user.id, access).expect(200);
    for (const link of links) await followLink(test, link).expect(400);
    const refused = await tryLogin(test, user.username, temporaryPassword);
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_credentials']);
  });

  it('refuses the current password as the replacement of a password that others know', async () => {
    const { user, access } = await createCaller(test, { must_change_password: true });
    const refusal = await put(user.id, access, newPassword(password));
    expect(refusal.body.details).toEqual({ new_password: ['Must not be the current password.'] });
    expect((await readRow(test, user)).must_change_password).toBe(true);
    // Until then no other field can be changed, alone or together with the password.
    for (const fields of [{ phone_number: '1' }, { email: 'n@example.org' }, { username: 'other' }]) {
      expect((await put(user.id, access, fields).expect(403)).body.code).toBe('password_change_required');
      await changePassword(user.id, access, fields).expect(403);
    }
    for (const url of [listSessions.url, exportUser.url]) {
      expect((await get(url, access).expect(403)).body.code).toBe('password_change_required');
    }
    const userRecord = (await get(getUser.url.replace(':id', user.id), access).expect(200)).body as object;
    const { body } = await changePassword(user.id, access, userRecord).expect(200);
    expect(body.user.must_change_password).toBe(false);
  });

  it('lets one of two parallel changes in two sessions succeed, and stores its password', async () => {
    for (let round = 0; round < 5; round++) {
      const { user, access } = await createCaller(test);
      const other = await signIn(test, user);
      const passwords = [`${replacement} 1`, `${replacement} 2`];
      const responses = await Promise.all(
        [access, other.access].map((token, index) => put(user.id, token, newPassword(passwords[index]!))),
      );
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
      await signIn(test, user, {
        password: passwords[responses.findIndex(({ status }) => status === 200)] ?? '',
      });
    }
  });
});
