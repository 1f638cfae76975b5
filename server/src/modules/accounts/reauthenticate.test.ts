import { reauthenticate } from 'contract/accounts.ts';
import { operationRules } from 'contract/operation-rules.ts';
import type { Operation } from 'contract/operations.ts';
import { adminUpdateUser, deleteUser, unlockUser, updateUser } from 'contract/users.ts';
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
  tryLogin,
} from '#test/factories.ts';

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
  it('staff do nothing that takes an account over, until they show who they are', async () => {
    const { access } = await oldSession({ is_staff: true, is_superuser: true });
    const { id } = await createUser(test);
    const sensitive = [
      newPassword('a newer horse battery'),
      { email: 'thief@example.org' },
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
    // What is no more than a detail, or comes back unchanged, needs none.
    await send(adminUpdateUser, access, id).send({ phone_number: '1', is_active: true }).expect(200);

    await show(access, password).expect(200);
    for (const body of sensitive) await send(adminUpdateUser, access, id).send(body).expect(200);
    await send(deleteUser, access, id).expect(204);
  });

  it('the refusal comes after the role’s and before any of what is named', async () => {
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

  it('a shown password counts for 15 minutes, for that session alone', async () => {
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

it('wrong passwords of a session count for themselves: strangers’ sign-ins and a device do not touch them', async () => {
  const { user, access, device } = await createCaller(test);
  const signIn = (given: string) => tryLogin(test, user.username, given);
  for (let i = 0; i < 6; i++) await signIn('wrong');
  await signIn(password).expect(429);
  for (let i = 0; i < 5; i++) {
    const { body } = await show(access, 'wrong').expect(400);
    expect(body).toMatchObject({ code: 'invalid_credentials', msg: 'Invalid credentials' });
  }
  const locked = await show(access, password).set('x-device-token', device).expect(429);
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
  await send(updateUser, access, user.id)
    .send({ email: 'n@example.org', current_password: password })
    .expect(429);
});
