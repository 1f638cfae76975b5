import { login, reauthenticate } from 'contract/accounts/accounts.ts';
import { operationRules } from 'contract/operation-rules.ts';
import type { Operation } from 'contract/operations.ts';
import { listSettings, updateSettings } from 'contract/settings/settings.ts';
import { adminUpdateUser, deleteUser, unlockUser, updateUser } from 'contract/users/users.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import {
  ageSignIns,
  createCaller,
  createUser,
  newPassword,
  password,
  readRow,
  signIn,
  tryLogin,
} from '#test/factories.ts';
import { createEnrolledUser, enrol, post } from '#test/second-factors.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const send = (operation: Operation, access: string, id: string) => callApi(test, operation, { id, access });
const show = (access: string, current_password: string) =>
  send(reauthenticate, access, '').send({ current_password });

async function oldSession(options: Parameters<typeof createCaller>[1] = {}) {
  const caller = await createCaller(test, options);
  await ageSignIns(test, caller.user.id, 16 * 60);
  return caller;
}

describe('15 minutes after the sign-in', () => {
  it('staff cannot do anything that takes over an account until they authenticate again', async () => {
    const { access } = await oldSession({ is_staff: true, is_superuser: true });
    const { id } = await createUser(test);
    const sensitive = [
      newPassword('a newer horse battery'),
      { email: 'attacker@example.org' },
      { is_staff: true },
      { is_active: false },
    ];
    for (const body of sensitive) {
      const refused = await send(adminUpdateUser, access, id).send(body).expect(403);
      expect(refused.body.code).toBe('reauthentication_required');
    }
    for (const operation of [unlockUser, deleteUser]) {
      const refused = await send(operation, access, id).expect(403);
      expect(refused.body.code).toBe('reauthentication_required');
    }
    expect(await readRow(test, { id })).toMatchObject({ is_staff: false, is_active: true });
    // Plain details, and fields that are sent back unchanged, need no authentication.
    await send(adminUpdateUser, access, id).send({ phone_number: '1', is_active: true }).expect(200);

    await show(access, password).expect(200);
    for (const body of sensitive) await send(adminUpdateUser, access, id).send(body).expect(200);
    await send(deleteUser, access, id).expect(204);
  });

  it('the refusal comes after that of the role and before the lookup of the target', async () => {
    const { id } = await createUser(test);
    const plain = await oldSession();
    expect((await send(unlockUser, plain.access, id)).body.code).toBe('forbidden');
    const staff = await oldSession({ is_staff: true });
    expect((await send(unlockUser, staff.access, 'no-id')).body.code).toBe('reauthentication_required');
    await show(staff.access, password).expect(200);
    expect((await send(unlockUser, staff.access, 'no-id')).status).toBe(404);
    expect(operationRules).not.toHaveProperty('deleteIpRecords.stepUp');
    expect(operationRules).not.toHaveProperty('deleteLogRecords.stepUp');
  });

  it('a presented password counts for 15 minutes, for its session alone', async () => {
    const { user, access } = await oldSession();
    const other = await tryLogin(test, user.username, password).expect(200);
    await ageSignIns(test, user.id, 16 * 60);
    const change = (token: string) => send(updateUser, token, user.id).send({ email: 'n@example.org' });
    await show(access, password).expect(200);
    await change(other.body.access).expect(403);
    await ageSignIns(test, user.id, 16 * 60);
    await change(access).expect(403);
    await show(access, password).expect(200);
    await change(access).expect(200);
  });
});

it('wrong passwords of a session are counted separately from sign-ins of strangers and of a device', async () => {
  const { user, access, device } = await createCaller(test);
  const tryAs = (enteredPassword: string) => tryLogin(test, user.username, enteredPassword);
  for (let i = 0; i < 6; i++) await tryAs('wrong');
  await tryAs(password).expect(429);
  for (let i = 0; i < 5; i++) {
    const { body } = await show(access, 'wrong').expect(400);
    expect(body).toMatchObject({
      code: 'invalid_credentials',
      msg: expect.stringContaining('Invalid credentials'),
    });
  }
  const locked = await show(access, password).set('x-device-token', device).expect(429);
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
  await send(updateUser, access, user.id)
    .send({ email: 'n@example.org', current_password: password })
    .expect(429);
});

const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
const refusal = [403, 'reauthentication_required'];

const readVersion = async (access: string) => (await send(listSettings, access, '').expect(200)).body.version;

const saveSetting = async (access: string) =>
  send(updateSettings, access, '').send({
    version: await readVersion(access),
    values: { storage_limit: 1_500 },
  });

describe('settings', () => {
  it('can be changed after a recent sign-in only', async () => {
    const { access } = await oldSession({ is_superuser: true });
    expect(codeOf(await saveSetting(access))).toEqual(refusal);
    await show(access, password).expect(200);
    expect((await saveSetting(access)).status).toBe(200);
  });

  it('can be changed by a superuser with a second factor only in a session that has passed it', async () => {
    const { user, access: other } = await createCaller(test, { is_superuser: true });
    const passed = await enrol(test, { ...(await signIn(test, user)), user });
    expect(codeOf(await saveSetting(other))).toEqual(refusal);
    expect((await saveSetting(passed.access)).status).toBe(200);
    const code = await passed.freshCode();
    await send(reauthenticate, other, '').send({ method: 'totp', code }).expect(200);
    expect((await saveSetting(other)).status).toBe(200);
  });
});

describe('of a user with a second factor', () => {
  const newest = 'a newer horse battery';

  it('the current password does not replace a recent sign-in', async () => {
    const { user, access, freshCode } = await createEnrolledUser(test);
    const change = (body: object) =>
      send(updateUser, access, user.id).send({ current_password: password, ...body });
    await ageSignIns(test, user.id, 16 * 60);
    expect(codeOf(await change(newPassword(newest)))).toEqual(refusal);
    expect(codeOf(await change({ email: 'attacker@example.org' }))).toEqual(refusal);
    const remove = () => send(deleteUser, access, user.id).send({ current_password: password });
    expect(codeOf(await remove())).toEqual(refusal);
    const code = await freshCode();
    await send(reauthenticate, access, '').send({ method: 'totp', code }).expect(200);
    await change(newPassword(newest)).expect(200);
  });

  it('wrong passwords in a session do not lock its second factor', async () => {
    const { user, access, freshCode } = await createEnrolledUser(test);
    const change = () =>
      send(updateUser, access, user.id).send({
        ...newPassword('a newer horse battery'),
        current_password: 'wrong',
      });
    for (let i = 0; i < 5; i++) expect((await change()).status).toBe(400);
    expect((await change()).status).toBe(429);
    const code = await freshCode();
    await send(reauthenticate, access, '').send({ method: 'totp', code }).expect(200);
  });

  it('the session after a change of password is as old as the session that made it', async () => {
    const { user, access } = await createEnrolledUser(test);
    await ageSignIns(test, user.id, 14 * 60);
    await test.database.pool.query(
      `UPDATE sessions SET second_factor_at = second_factor_at - interval '14 minutes' WHERE user_id = $1`,
      [user.id],
    );
    const timesOf = async (revoked: boolean) =>
      test.database.prisma.session.findFirstOrThrow({
        where: { user_id: user.id, revoked_at: revoked ? { not: null } : null },
        select: { authenticated_at: true, second_factor_at: true },
      });
    await send(updateUser, access, user.id).send(newPassword(newest)).expect(200);
    const { body } = await post(test, login.url, access)
      .send({ username_or_email: user.username, password: newest })
      .expect(200);
    expect(await timesOf(false)).toEqual(await timesOf(true));
    const email = (address: string) =>
      send(updateUser, body.access as string, user.id).send({ email: address });
    await email('one@example.org').expect(200);
    await ageSignIns(test, user.id, 2 * 60);
    expect(codeOf(await email('two@example.org'))).toEqual(refusal);
  });
});
