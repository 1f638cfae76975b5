import { getPasskeyLoginOptions, loginPasskey, reauthenticate } from 'contract/accounts/accounts.ts';
import { backupMessages } from 'contract/backups/backups.constants.ts';
import { linkBackup } from 'contract/backups/backups.ts';
import { adminUpdateUser, listSessions, updateUser } from 'contract/users/users.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import type { TestPasskey } from '#test/authenticator.ts';
import { callApi } from '#test/call.ts';
import {
  createCaller,
  createTemporaryPassword,
  newPassword,
  password,
  readRow,
  type TestUser,
} from '#test/factories.ts';
import { addTestPasskey, requestSecondFactor, post, answerSecondFactor } from '#test/second-factors.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const newest = 'a newer horse battery';

async function ask(passkey: TestPasskey) {
  const { token, options } = (await post(test, getPasskeyLoginOptions.url).expect(200)).body;
  return { token: token as string, credential: passkey.assert(options) };
}

const signInWith = async (passkey: TestPasskey) => callApi(test, loginPasskey, { body: await ask(passkey) });

/** Signs in with the password and the passkey. */
async function signInWithBoth(user: TestUser, passkey: TestPasskey, enteredPassword = password) {
  const { token, passkey_options } = await requestSecondFactor(test, user, enteredPassword);
  const credential = passkey.assert(passkey_options!);
  return (await answerSecondFactor(test, token, { method: 'passkey', credential }).expect(200)).body
    .access as string;
}

it('a passkey alone sets no new password nor email address, even after it is presented again, nor in an edit by staff, and downloads no backup', async () => {
  const { user, access } = await createCaller(test, { is_superuser: true });
  const passkey = await addTestPasskey(test, access);
  const { access: alone } = (await signInWith(passkey)).body as { access: string };
  const change = (token: string, more = {}) =>
    callApi(test, updateUser, { id: user.id, access: token, body: { ...newPassword(newest), ...more } });
  const expectRefused = async (field: string, answer: ReturnType<typeof change>) => {
    const { body } = await answer.expect(403);
    expect(body).toMatchObject({
      code: 'reauthentication_required',
      details: { [field]: [expect.any(String)] },
    });
  };
  const before = await readRow(test, user);
  await expectRefused('current_password', change(alone));
  const again = { method: 'passkey', ...(await ask(passkey)) };
  await callApi(test, reauthenticate, { access: alone, body: again }).expect(200);
  await expectRefused('current_password', change(alone, { current_password: '' }));
  // A reset would follow to the new address.
  const move = (token: string, more = {}) => {
    const email = `new-${user.email}`;
    return callApi(test, updateUser, { id: user.id, access: token, body: { email, ...more } });
  };
  await expectRefused('current_password', move(alone));
  await move(alone, { current_password: 'wrong' }).expect(400);
  expect((await readRow(test, user)).pending_email).toBeNull();
  await move(alone, { current_password: password }).expect(200);
  await change(alone, { current_password: 'wrong' }).expect(400);
  const body = newPassword(newest);
  await expectRefused('new_password', callApi(test, adminUpdateUser, { id: user.id, access: alone, body }));
  expect((await readRow(test, user)).password_hash).toBe(before.password_hash);
  const copied = await callApi(test, linkBackup, {
    id: 'a.backup',
    access: alone,
    body: { current_password: password },
  }).expect(403);
  expect(copied.body.msg).toBe(backupMessages.signInWithPassword);
  await change(alone, { current_password: password }).expect(200);
  await change(await signInWithBoth(user, passkey, newest), newPassword(password)).expect(200);
});

it('a passkey alone does not sign in a user whose password must be changed; with the password it does', async () => {
  const { user, access } = await createCaller(test);
  const passkey = await addTestPasskey(test, access);
  const staff = await createCaller(test, { is_staff: true });
  const body = newPassword(newest);
  await callApi(test, adminUpdateUser, { id: user.id, access: staff.access, body }).expect(200);
  const refused = await signInWith(passkey);
  expect([refused.status, refused.body.code]).toEqual([403, 'password_change_required']);
  expect(refused.body).not.toHaveProperty('access');
  expect(await test.database.prisma.session.count({ where: { user_id: user.id, revoked_at: null } })).toBe(0);
  const own = await signInWithBoth(user, passkey, newest);
  await callApi(test, updateUser, {
    id: user.id,
    access: own,
    body: newPassword('a third horse battery'),
  }).expect(200);
  const { access: open } = (await signInWith(passkey)).body as { access: string };
  await callApi(test, listSessions, { access: open }).expect(200);

  // A reset whose temporary password was used does not bypass the rule, either.
  const temporary = await createTemporaryPassword(test, user);
  await signInWithBoth(user, passkey, temporary);
  expect((await signInWith(passkey)).body.code).toBe('password_change_required');
});

it('a passkey signs in a user without a password who became staff, and who then has to choose one', async () => {
  const { user, access } = await createCaller(test);
  const passkey = await addTestPasskey(test, access);
  await test.database.prisma.user.update({ where: { id: user.id }, data: { has_password: false } });
  const root = await createCaller(test, { is_superuser: true });
  const promote = { id: user.id, access: root.access, body: { is_staff: true } };
  await callApi(test, adminUpdateUser, promote).expect(200);
  const { access: alone } = (await signInWith(passkey)).body as { access: string };
  await callApi(test, listSessions, { access: alone }).expect(403);
  await callApi(test, updateUser, { id: user.id, access: alone, body: newPassword(newest) }).expect(200);
  // The password that exists now has to be presented if it must be changed.
  await test.database.prisma.user.update({ where: { id: user.id }, data: { must_change_password: true } });
  expect((await signInWith(passkey)).body.code).toBe('password_change_required');
});
