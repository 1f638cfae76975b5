import { refreshAccessToken } from 'contract/accounts/accounts.ts';
import { UserOverview } from 'contract/users/user-overview.ts';
import { createToken } from 'contract/tokens/tokens.ts';
import {
  adminUpdateUser,
  getUser,
  getUserOverview,
  listSessions,
  listUsers,
  unlockUser,
  updateUser,
} from 'contract/users/users.ts';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import {
  ageSignIns,
  createCaller,
  createUser,
  eventsOf,
  newPassword,
  password,
  readRow,
  signIn,
  type TestUser,
  tryLogin,
} from '#test/factories.ts';
import { deliverMail } from '#test/mail.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });
let staff: { user: TestUser; access: string };
let superuser: { user: TestUser; access: string };
beforeAll(async () => {
  staff = await createCaller(test, { username: 'staff', is_staff: true });
  superuser = await createCaller(test, { username: 'super', is_superuser: true });
});

const put = ({ access }: { access: string }, user: TestUser, body: object) =>
  callApi(test, adminUpdateUser, { id: user.id, access, body });
const rowOf = (user: TestUser) => readRow(test, user);
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
const staffEvents = async (target: TestUser) =>
  (await eventsOf(test, target))
    .filter(({ action }) => action === 'user_update')
    .map(({ actor_id, details }) => ({ ...(JSON.parse(details?.details ?? '') as object), actor_id }));

describe('adminUpdateUser', () => {
  it('changes details and flags of a user, and records the changed fields and who changed them', async () => {
    const user = await createUser(test);
    const before = await rowOf(user);
    const response = await put(staff, user, {
      phone_number: '400 000 000',
      country_name: 'Australia',
      country_code: '61',
      is_premium_user: 'True',
      is_active: true,
    }).expect(200);
    expect(response.body).toMatchObject({
      msg: 'User Updated!',
      user: { id: user.id, phone_number: '400 000 000', country_name: 'Australia', is_premium_user: true },
    });
    expect((await rowOf(user)).date_updated.getTime()).toBeGreaterThan(before.date_updated.getTime());
    expect(await staffEvents(user)).toMatchObject([
      {
        actor_id: staff.user.id,
        fields: ['country_name', 'country_code', 'phone_number', 'is_premium_user'],
        changes: {
          is_premium_user: { from: false, to: true },
          phone_number: { from: null, to: '400 000 000' },
        },
      },
    ]);
    const { rows } = await test.database.pool.query('SELECT FROM log_records WHERE message LIKE $1', [
      `staff changed the account of ${user.username}: %phone_number%`,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('accepts a complete record from a form, ignores fields that only the server sets, and saves nothing without a change', async () => {
    const user = await createUser(test, { is_staff: true });
    const saved = await put(superuser, user, { phone_number: '1' }).expect(200);
    expect(saved.body.user).toEqual({
      id: user.id,
      phone_number: '1',
      date_updated: expect.any(String),
    });
    const read = await callApi(test, getUser, { id: user.id, access: superuser.access }).expect(200);
    const record = read.body as Record<string, unknown>;
    const before = await rowOf(user);
    const form = callApi(test, adminUpdateUser, { id: user.id, access: superuser.access });
    for (const [name, value] of Object.entries({ ...record, login_attempts: 99 }))
      form.field(name, String(value));
    const { body } = await form.field('new_password', '').expect(200);
    expect(body.user).toEqual({ id: user.id });
    expect(await rowOf(user)).toEqual(before);
    expect(await staffEvents(user)).toHaveLength(1);
  });

  it('refuses the whole request if the caller may not change one of its fields, and saves nothing', async () => {
    const regularUser = await createUser(test);
    const other = await createUser(test, { is_superuser: true, is_staff: true });
    const colleague = await createUser(test, { is_staff: true });
    const cases: [{ access: string }, TestUser, object][] = [
      [staff, other, { is_superuser: true, phone_number: '1' }],
      [staff, colleague, { is_active: true, username: 'renamed' }],
      [staff, staff.user, { phone_number: '1' }],
      [staff, regularUser, { is_staff: true, phone_number: '1' }],
      [superuser, regularUser, { is_superuser: true, phone_number: '1' }],
      [superuser, superuser.user, { is_active: false }],
      [staff, other, newPassword('a quite new password')],
    ];
    for (const [actor, target, body] of cases) {
      const before = await rowOf(target);
      expect([body, codeOf(await put(actor, target, body))]).toEqual([body, [403, 'forbidden']]);
      expect(await rowOf(target)).toEqual(before);
      expect(await staffEvents(target)).toEqual([]);
    }
  });

  it('sets a password, which ends the sessions, must be changed and is reported by email', async () => {
    const { user, access } = await createCaller(test);
    await deliverMail(test);
    const newFields = newPassword('a password that staff chose');
    await put(staff, user, { ...newFields, confirm_new_password: 'another' }).expect(400);
    await put(staff, user, newPassword(user.username)).expect(400);
    await put(staff, user, newFields).expect(200);
    await callApi(test, listSessions, { access }).expect(401);
    await signIn(test, user, { password: newFields.new_password });
    expect(await rowOf(user)).toMatchObject({ must_change_password: true });
    const mails = await deliverMail(test);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [user.email, 'Your password was set by our staff'],
    ]);
    expect(JSON.stringify(await staffEvents(user))).not.toContain('chose');
  });

  it('changes an email address at once, reports it to both email addresses, and voids a pending change and earlier links', async () => {
    const user = await createUser(test, { pending_email: 'pending@example.org', isVerified: false });
    await test.database.pool.query(
      `INSERT INTO account_links (id, user_id, purpose, email, nonce, expires_at)
       VALUES ($1, $2, 'reset_password', $3, '\\x00', now() + interval '1 hour')`,
      [uuidv7(), user.id, user.email],
    );
    await deliverMail(test);
    const email = `new-${user.email}`;
    await put(staff, user, { email }).expect(200);
    const row = await rowOf(user);
    expect(row).toMatchObject({ email, pending_email: null, email_verified_at: expect.any(Date) });
    expect(await test.database.prisma.accountLink.count({ where: { user_id: user.id } })).toBe(0);
    const mails = await deliverMail(test);
    expect(mails.map(({ to }) => to).toSorted()).toEqual([email, user.email].toSorted());
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(
      new Set(['Your email address was changed by our staff']),
    );
    const { body } = await put(staff, user, { email: staff.user.email, username: 'SUPER' }).expect(409);
    expect(Object.keys(body.details as object).toSorted()).toEqual(['email', 'username']);
  });

  it('deactivates an account, which ends the sessions and prevents sign-ins until it is activated', async () => {
    const { user, access, refresh } = await createCaller(test);
    await put(staff, user, { is_active: false }).expect(200);
    await callApi(test, getUser, { id: user.id, access }).expect(401);
    await put(staff, user, { is_active: true }).expect(200);
    await callApi(test, refreshAccessToken, { body: { refresh } }).expect(401);
    await signIn(test, user);
  });

  it('requires a recent sign-in of superusers who change their own password and email address', async () => {
    const one = await createCaller(test, { is_superuser: true });
    const fields = newPassword('a quite new password');
    await ageSignIns(test, one.user.id, 16 * 60);
    expect(codeOf(await put(one, one.user, fields))).toEqual([403, 'reauthentication_required']);
    const { access } = await signIn(test, one.user);
    const { body } = await put({ access }, one.user, fields).expect(200);
    expect(body.user.must_change_password).toBe(false);
  });

  it('refuses a superuser’s own new email address, which the profile accepts with a confirmation', async () => {
    const { user, access } = superuser;
    const before = await rowOf(user);
    const { body } = await put({ access }, user, { email: 'thief@example.org', phone_number: '1' }).expect(
      409,
    );
    expect(body).toMatchObject({ code: 'conflict', msg: 'Change it in your profile.' });
    expect(await rowOf(user)).toEqual(before);
    await put({ access }, user, { email: user.email, phone_number: '1' }).expect(200);
    await put({ access }, staff.user, { email: staff.user.email }).expect(200);
  });

  it('makes a user staff, which ends sessions and tokens, and requires a new password by the rules for staff', async () => {
    const { user, access } = await createCaller(test);
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const createdToken = await callApi(test, createToken, {
      access,
      body: { name: 'mine', scopes: ['read:profile'], expires_at },
    }).expect(201);
    await put(superuser, user, { is_staff: true }).expect(200);
    for (const endedCredential of [access, createdToken.body.token as string]) {
      await callApi(test, getUser, { id: user.id, access: endedCredential }).expect(401);
    }
    const newSession = await signIn(test, user);
    expect(codeOf(await callApi(test, listUsers, { access: newSession.access }))).toEqual([
      403,
      'password_change_required',
    ]);
    const setPassword = (text: string) =>
      callApi(test, updateUser, { id: user.id, access: newSession.access, body: newPassword(text) });
    await setPassword('tenletters').expect(400);
    await setPassword(password).expect(400);
    await setPassword('a newer horse battery').expect(200);
    // A field that does not change ends nothing.
    const { access: third } = await signIn(test, user, { password: 'a newer horse battery' });
    await put(superuser, user, { is_staff: true, phone_number: '1' }).expect(200);
    await callApi(test, listUsers, { access: third }).expect(200);
  });

  it('lets only one of two superusers succeed who deactivate each other at once', async () => {
    const one = await createCaller(test, { is_superuser: true });
    const two = await createCaller(test, { is_superuser: true });
    await test.database.pool.query(
      'UPDATE users SET is_active = false WHERE is_superuser AND id <> ALL ($1::uuid[])',
      [[one.user.id, two.user.id]],
    );
    try {
      for (let round = 0; round < 5; round += 1) {
        await test.database.pool.query('UPDATE users SET is_active = true WHERE id = ANY ($1::uuid[])', [
          [one.user.id, two.user.id],
        ]);
        const [first, second] = await Promise.all([signIn(test, one.user), signIn(test, two.user)]);
        const responses = await Promise.all([
          put(first, two.user, { is_active: false }),
          put(second, one.user, { is_active: false }),
        ]);
        const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
        expect(statuses[0]).toBe(200);
        // The request is refused because it would deactivate the last superuser, or because its session has ended.
        expect([401, 409]).toContain(statuses[1]);
        const active = { is_superuser: true, is_active: true };
        expect(await test.database.prisma.user.count({ where: active })).toBe(1);
      }
    } finally {
      await test.database.pool.query('UPDATE users SET is_active = true WHERE is_superuser');
    }
  });

  it('returns 404 for unknown and invalid ids, and 400 for invalid values', async () => {
    await put(staff, { ...staff.user, id: uuidv7() }, { phone_number: 'x' }).expect(404);
    await put(staff, { ...staff.user, id: 'nobody' }, {}).expect(404);
    const user = await createUser(test);
    for (const body of [{ phone_number: 'call me' }, { country_name: 'Australia', country_code: '1' }]) {
      await put(staff, user, body).expect(400);
    }
  });
});

const overviewOf = async (actor: { access: string }, { id }: TestUser) => {
  const { body } = await callApi(test, getUserOverview, { id, access: actor.access }).expect(200);
  return UserOverview.strict().parse(body);
};
const unlock = ({ access }: { access: string }, id: string) => callApi(test, unlockUser, { id, access });
const failToSignIn = (user: TestUser) => tryLogin(test, user.username, 'wrong wrong');

describe('unlockUser and getUserOverview', () => {
  it('show the sessions, the reason and end of the lock, and the records, and unlocking clears the lock', async () => {
    // The username is a common word of log lines, which are not about the account for that reason.
    const user = await createUser(test, { username: 'failed' });
    const adam = await createUser(test, { username: 'adam' });
    await failToSignIn(adam).expect(400);
    await signIn(test, user);
    for (let round = 0; round < 5; round += 1) await failToSignIn(user).expect(400);
    await failToSignIn(user).expect(429);
    const lockedOverview = await overviewOf(staff, user);
    expect(lockedOverview).toMatchObject({
      may_manage: true,
      user: { username: 'failed', account_status: 'locked', login_attempts: 5 },
      sessions: [{ current: false, ip_address: '127.0.0.1' }],
      lock: {
        attempts: 5,
        reason: '5 failed sign-ins in a row, the last from 127.0.0.1.',
        last_failed_from: '127.0.0.1',
        devices: [],
      },
    });
    expect(Date.parse(lockedOverview.lock.locked_until ?? '') - Date.now()).toBeGreaterThan(30_000);
    expect(lockedOverview.ip_records.map(({ action }) => action)).toEqual([
      ...Array.from({ length: 6 }, () => 'login_failed'),
      'login',
    ]);
    expect(lockedOverview.log_records.map(({ message }) => message)).toEqual([
      'Sign-in as failed failed: locked.',
      ...Array.from({ length: 5 }, () => 'Sign-in as failed failed: wrong password.'),
      'failed signed in.',
    ]);

    expect((await unlock(staff, user.id).expect(200)).body).toEqual({ msg: 'User unlocked.' });
    const unlocked = await overviewOf(staff, user);
    expect(unlocked.lock).toMatchObject({ attempts: 0, locked_until: null, reason: null });
    expect(unlocked.log_records[0]?.message).toBe('staff unlocked the account of failed.');
    await signIn(test, user, { password });
  });

  it('show whom the caller may manage, and which session is the caller’s', async () => {
    const colleague = await createUser(test, { is_staff: true });
    await unlock(staff, uuidv7()).expect(404);
    expect((await overviewOf(staff, colleague)).may_manage).toBe(false);
    expect((await overviewOf(superuser, superuser.user)).sessions).toContainEqual(
      expect.objectContaining({ current: true }),
    );
  });
});
