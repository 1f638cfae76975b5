import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { registerUser, requestPasswordReset } from 'contract/accounts/accounts.ts';
import { searchUsers, sendFriendRequest } from 'contract/friends/friends.ts';
import { adminUpdateUser, deleteUser, getUser, updateUser } from 'contract/users/users.ts';
import request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { cleanUpAccounts } from '#modules/accounts/clean-up.service.ts';
import { login as signInTo } from '#modules/accounts/login.service.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import {
  ageSignIns,
  createCaller,
  createUser,
  eventsOf,
  password,
  readRow,
  registration,
  resetPasswordHash,
  signIn,
  tryLogin,
} from '#test/factories.ts';
import { addUserImage } from '#test/images.ts';
import { ageLinks, deliverMail, followLink, linkIn } from '#test/mail.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const remove = (id: string, access: string) => callApi(test, deleteUser, { id, access });
const daySeconds = 24 * 60 * 60;
const isClosed = async (id: string) =>
  (await test.database.prisma.user.count({ where: { id, deletion_asked_at: { not: null } } })) === 1;
const exists = async (id: string) => (await test.database.prisma.user.count({ where: { id } })) === 1;

beforeEach(async () => {
  await test.database.prisma.user.deleteMany();
  await test.database.pool.query(
    'SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs',
  );
});

const findFormerSession = async () => null;

describe('deleteUser', () => {
  it('closes the user’s own account, and 7 days later deletes everything except the audit trail', async () => {
    const { user, access } = await createCaller(test);
    const other = await signIn(test, user);
    const friend = await createUser(test);
    const { prisma } = test.database;
    const [low_user_id = '', high_user_id = ''] = [user.id, friend.id].toSorted();
    await prisma.friendship.create({ data: { low_user_id, high_user_id } });
    await prisma.friendRequest.create({
      data: { id: uuidv7(), from_user_id: user.id, to_user_id: friend.id },
    });
    await prisma.block.create({ data: { blocker_id: user.id, blocked_id: friend.id } });
    await prisma.friendRequestUse.create({ data: { id: uuidv7(), user_id: user.id } });
    const key = await addUserImage(test, user.id);
    const file = join(test.config.dataDir, 'files', key);
    expect(existsSync(file)).toBe(true);

    const { headers } = await remove(user.id, access).expect(204);
    expect(String(headers['set-cookie'])).toContain('refresh_token=;');
    for (const token of [access, other.access]) {
      await callApi(test, getUser, { id: user.id, access: token }).expect(401);
    }
    expect(await exists(user.id)).toBe(true);
    expect(existsSync(file)).toBe(true);
    const [deletionMail] = await deliverMail(test);
    expect([deletionMail?.to, deletionMail?.subject]).toEqual([user.email, 'Your account is being deleted']);
    await ageLinks(test, 7 * daySeconds - 60);
    await cleanUpAccounts(test.dependencies);
    expect(await exists(user.id)).toBe(true);
    await ageLinks(test, 120);
    await cleanUpAccounts(test.dependencies);
    const remaining = await Promise.all([
      prisma.session.count({ where: { user_id: user.id } }),
      prisma.ipRecord.count({ where: { user_id: user.id } }),
      prisma.storedFile.count({ where: { user_id: user.id } }),
      prisma.friendRequest.count(),
      prisma.friendship.count(),
      prisma.block.count(),
      prisma.friendRequestUse.count(),
    ]);
    expect(remaining).toEqual(remaining.map(() => 0));
    // The IP record of the deletion belongs to no user, because the account is deleted.
    expect(await prisma.ipRecord.findMany({ where: { action: 'account_delete' } })).toMatchObject([
      { user_id: null },
    ]);
    const mails = await deliverMail(test);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[user.email, 'Your account was deleted']]);
    expect(existsSync(file)).toBe(false);
    const events = await eventsOf(test, user);
    expect(
      events.map(({ action, actor_id, details }) => [action, actor_id, typeof details?.details === 'string']),
    ).toEqual([
      ['login', user.id, false],
      ['login', user.id, false],
      ['account_delete', user.id, false],
      ['account_delete', null, true],
    ]);
    expect(JSON.parse(events[3]?.details?.details ?? '')).toEqual({ username: null });
    await createUser(test, { username: user.username, email: user.email });
  });

  it.each([
    ['no body and no type', undefined, ''],
    ['the type of JSON and no body', 'application/json', ''],
    ['the type of JSON and an empty object', 'application/json', '{}'],
    ['another type and no body', 'text/plain', ''],
    ['the type of a form and no body', 'multipart/form-data; boundary=x', ''],
  ])('accepts %s', async (_what, type, body) => {
    const { user, access } = await createCaller(test);
    const call = remove(user.id, access);
    if (type !== undefined) call.set('content-type', type);
    await (body === '' ? call : call.send(body)).expect(204);
    expect(await isClosed(user.id)).toBe(true);
  });

  it('refuses invalid bodies', async () => {
    const { user, access } = await createCaller(test);
    await remove(user.id, access).send({ no_such_field: 1 }).expect(400);
    await remove(user.id, access).set('content-type', 'text/plain').send('garbage').expect(415);
    expect(await exists(user.id)).toBe(true);
  });

  it('requires the current password 15 minutes after the sign-in', async () => {
    const { user, access } = await createCaller(test);
    await ageSignIns(test, user.id, 15 * 60 + 1);
    expect((await remove(user.id, access).expect(403)).body.code).toBe('reauthentication_required');
    const refusal = await remove(user.id, access).send({ current_password: 'wrong' }).expect(400);
    expect(refusal.body.code).toBe('invalid_credentials');
    expect(await exists(user.id)).toBe(true);
    await remove(user.id, access).send({ current_password: password }).expect(204);
  });

  it('of another user validates the body last, is recorded as the action of staff, and is reported to the deleted user', async () => {
    const staff = await createCaller(test, { is_staff: true });
    const root = await createCaller(test, { is_superuser: true });
    const [one, two] = [await createUser(test), await createUser(test, { is_staff: true })];
    const second = await createUser(test, { is_superuser: true });

    await remove(uuidv7(), staff.access).send({ no_such_field: 1 }).expect(404);
    await remove(two.id, staff.access).send({ no_such_field: 1 }).expect(403);
    await remove('garbage', staff.access).expect(404);
    const { headers } = await remove(one.id, staff.access).expect(204);
    expect(String(headers['set-cookie'])).not.toContain('access_token');
    await remove(two.id, root.access).expect(204);
    await remove(second.id, root.access).expect(204);
    expect(await eventsOf(test, one)).toMatchObject([
      { action: 'account_delete', actor_id: staff.user.id, details: { details: '{"username":null}' } },
    ]);
    // The IP record belongs to the user who acted.
    const staffRecord = { user_id: staff.user.id, action: 'account_delete' };
    expect(await test.database.prisma.ipRecord.count({ where: staffRecord })).toBe(1);
    // Records of other users stay.
    expect(
      await test.database.prisma.auditDetails.count({ where: { event: { target_id: staff.user.id } } }),
    ).toBe(1);
    const recipients = (await deliverMail(test)).map(({ to }) => to);
    expect(recipients.toSorted()).toEqual([one.email, two.email, second.email].toSorted());
  });

  it('never deletes the last active superuser, even if two delete each other at once', async () => {
    const superusers = { is_superuser: true };
    const lastSuperuser = await createCaller(test, superusers);
    await createUser(test, { ...superusers, is_active: false });
    expect((await remove(lastSuperuser.user.id, lastSuperuser.access).expect(409)).body.code).toBe(
      'conflict',
    );
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await createCaller(test, superusers), await createCaller(test, superusers)];
      await test.database.prisma.user.updateMany({
        where: { is_superuser: true, id: { notIn: [one.user.id, two.user.id] } },
        data: { is_superuser: false },
      });
      const responses = await Promise.all([remove(one.user.id, two.access), remove(two.user.id, one.access)]);
      const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses[0]).toBe(204);
      expect([401, 403, 409]).toContain(statuses[1]);
      const remaining = await test.database.prisma.user.count({
        where: { is_superuser: true, is_active: true },
      });
      expect(remaining).toBe(1);
    }
  });

  it('sends no email to an email address that was never verified', async () => {
    const staff = await createCaller(test, { is_staff: true });
    const { user } = (await callApi(test, registerUser, { body: registration('ada') }).expect(201)).body;
    await remove(user.id, staff.access).expect(204);
    // The link of the registration was deleted, too.
    expect(await deliverMail(test)).toEqual([]);
  });
});

async function createClosedAccount() {
  const caller = await createCaller(test);
  await remove(caller.user.id, caller.access).expect(204);
  return { ...caller, undo: linkIn((await deliverMail(test))[0]) };
}

describe('an account whose user has requested its deletion', () => {
  it('cannot be found or signed in to, keeps its username and email address, and gets no reset link', async () => {
    const { user } = await createClosedAccount();
    const [other, staff] = [await createCaller(test), await createCaller(test, { is_staff: true })];
    const refusal = await tryLogin(test, user.username, password).expect(400);
    expect(refusal.body.code).toBe('invalid_credentials');
    const query = { query: user.username };
    const found = await callApi(test, searchUsers, { access: other.access, query }).expect(200);
    expect(found.body.data).toEqual([]);
    await callApi(test, sendFriendRequest, { id: user.id, access: other.access }).expect(404);
    const response = await callApi(test, getUser, { id: user.id, access: staff.access }).expect(200);
    expect(response.body.account_status).toBe('deleting');
    await callApi(test, registerUser, { body: registration(user.username) }).expect(409);
    await callApi(test, requestPasswordReset, { body: { email: user.email } }).expect(200);
    expect(await deliverMail(test)).toEqual([]);
  });

  it('is restored by the link, which responds the same twice and does not cancel a later deletion', async () => {
    const { user, access, undo } = await createClosedAccount();
    for (let i = 0; i < 2; i++) await followLink(test, undo).expect(200);
    await callApi(test, getUser, { id: user.id, access }).expect(401);
    await deliverMail(test);
    await resetPasswordHash(test, user.id);
    const newSession = await signIn(test, user);
    await remove(user.id, newSession.access).expect(204);
    expect((await followLink(test, undo).expect(400)).body.code).toBe('invalid_link');
    const second = linkIn((await deliverMail(test))[0]);
    await ageLinks(test, 7 * daySeconds + 1);
    await followLink(test, second).expect(400);
  });

  it('can be disabled by staff, and its link then cancels only the deletion', async () => {
    const { user, undo } = await createClosedAccount();
    const staff = await createCaller(test, { is_staff: true });
    const edit = (body: object) =>
      callApi(test, adminUpdateUser, { id: user.id, access: staff.access, body }).expect(200);
    const record = (await callApi(test, getUser, { id: user.id, access: staff.access }).expect(200)).body;
    // A complete record changes only the edited fields.
    await edit({ ...record, phone_number: '1' });
    expect((await edit({ is_active: false })).body.user).toMatchObject({
      is_active: false,
      account_status: 'deleting',
    });
    expect((await followLink(test, undo).expect(200)).body.msg).toContain('disabled');
    await resetPasswordHash(test, user.id);
    expect((await tryLogin(test, user.username, password).expect(403)).body.code).toBe('account_disabled');
    expect((await edit({ is_active: true })).body.user.account_status).toBe('active');
    await signIn(test, user);
  });

  it('is restored by the link also after staff disabled and enabled it', async () => {
    const { user, undo } = await createClosedAccount();
    const staff = await createCaller(test, { is_staff: true });
    for (const is_active of [false, true]) {
      await callApi(test, adminUpdateUser, { id: user.id, access: staff.access, body: { is_active } });
    }
    await followLink(test, undo).expect(200);
    const [mail] = await deliverMail(test);
    expect([mail?.to, mail?.subject]).toEqual([user.email, 'Reset your password']);
  });

  it('is restored with its former email address by undoing the change, also if an attacker requested the deletion', async () => {
    const { user, access } = await createCaller(test);
    await callApi(test, updateUser, { id: user.id, access, body: { email: 'thief@example.net' } }).expect(
      200,
    );
    const mails = await deliverMail(test);
    const link = (to: string) => linkIn(mails.find((mail) => mail.to === to));
    await followLink(test, link('thief@example.net'), access).expect(200);
    await remove(user.id, access).expect(204);
    await followLink(test, link(user.email)).expect(200);
    expect(await readRow(test, user)).toMatchObject({
      email: user.email,
      is_active: true,
      deletion_asked_at: null,
    });
  });
});

describe('a user who is deleted', () => {
  const clientInfo = { ipAddress: '192.0.2.1', userAgent: 'x', fromProxy: false };

  it.each([true, false])(
    'during the check of a password has no credentials (the password is right: %s)',
    async (isRight) => {
      const user = await createUser(test);
      const { dependencies, database } = test;
      const hashing = {
        ...dependencies.hashing,
        verify: async () => {
          await database.prisma.user.deleteMany({ where: { id: user.id } });
          return isRight;
        },
      };
      const input = { username_or_email: user.username, password, deviceToken: undefined, findFormerSession };
      await expect(signInTo({ ...dependencies, hashing }, clientInfo, input)).rejects.toMatchObject({
        code: 'invalid_credentials',
      });
    },
  );

  it('during a sign-in or sign-out causes no other failure', async () => {
    for (let round = 0; round < 6; round++) {
      const { user, access, refresh } = await createCaller(test);
      const post = (url: string, body: object) => request(test.app.server).post(url).send(body);
      const [deleted, ...responses] = await Promise.all([
        remove(user.id, access),
        tryLogin(test, user.username, password),
        tryLogin(test, user.username, 'wrong'),
        post('/api/user/logout/', { refresh_token: refresh }),
      ]);
      // A user who signed out before can no longer delete the account.
      expect([204, 401]).toContain(deleted.status);
      for (const { status } of responses) expect([200, 204, 400]).toContain(status);
    }
  });
});
