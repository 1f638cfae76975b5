import { login } from 'contract/accounts/accounts.ts';
import { searchUsers } from 'contract/friends/friends.ts';
import { endSuspension, suspendUser } from 'contract/users/suspension.ts';
import { createToken } from 'contract/tokens/tokens.ts';
import { getUser } from 'contract/users/users.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import {
  ageSignIns,
  createCaller,
  createUser,
  eventsOf,
  password,
  readRow,
  type TestUser,
  tryLogin,
} from '#test/factories.ts';
import { deliverMail } from '#test/mail.ts';
import { answerSecondFactor, createEnrolledUser, requestSecondFactor } from '#test/second-factors.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const reason = 'Guessing passwords.';

type Caller = Awaited<ReturnType<typeof createCaller>>;
let agent: Caller;
let root: Caller;
beforeAll(async () => {
  agent = await createCaller(test, { is_staff: true });
  root = await createCaller(test, { is_superuser: true });
});

const suspend = (
  { id }: Pick<TestUser, 'id'>,
  { by = agent, ...body }: { by?: Caller; ends_at?: string } = {},
) => callApi(test, suspendUser, { id, access: by.access, body: { reason, ends_at: inHours(72), ...body } });
const end = ({ id }: TestUser) =>
  callApi(test, endSuspension, { id, access: agent.access, body: { reason: 'A mistake.' } });

const suspended = expect.stringMatching(
  /^Your account is suspended until \d+ \w+ \d{4}, \d\d:\d\d UTC\. Reason: Guessing passwords\. Contact \S+@\S+\.$/,
);

describe('a suspension', () => {
  it('ends every session, refuses the right password with its reason, and answers a wrong one as before', async () => {
    const { user, access } = await createCaller(test);
    const { body } = await suspend(user).expect(200);
    expect(body.msg).toMatch(new RegExp(`^${user.username} is suspended until .+ UTC\\.$`));
    expect(body.user).toEqual({
      id: user.id,
      account_status: 'suspended',
      suspended_until: expect.any(String),
      suspension_reason: reason,
    });
    await callApi(test, getUser, { id: user.id, access }).expect(401);
    const right = await tryLogin(test, user.username, password).expect(403);
    expect(right.body).toMatchObject({ code: 'account_suspended', msg: suspended });
    const wrong = await tryLogin(test, user.username, 'not the password').expect(400);
    expect(wrong.body.code).toBe('invalid_credentials');
  });

  it('is one email with its reason and its end, and one audit event', async () => {
    const user = await createUser(test);
    const ends_at = inHours(2);
    await suspend(user, { ends_at }).expect(200);
    const mails = await deliverMail(test);
    expect(mails.filter(({ to }) => to === user.email)).toEqual([
      expect.objectContaining({
        subject: 'Your account is suspended',
        text: expect.stringMatching(/suspended until .+ UTC\. Reason: Guessing passwords\./),
      }),
    ]);
    const events = await eventsOf(test, user);
    expect(events.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['suspendUser', agent.user.id],
    ]);
    expect(JSON.parse(events[0]?.details?.details ?? '')).toEqual({
      username: user.username,
      reason,
      ends_at,
    });
  });

  it('refuses API tokens while it lasts', async () => {
    const { user, access } = await createCaller(test);
    const fields = { name: 'a program', scopes: ['read:profile'], expires_at: inHours(48) };
    const { body } = await callApi(test, createToken, { access, body: fields }).expect(201);
    const read = () => callApi(test, getUser, { id: user.id, access: body.token });
    await read().expect(200);
    await suspend(user).expect(200);
    const refused = await read().expect(403);
    expect(refused.body).toMatchObject({ code: 'account_suspended', msg: suspended });
    await end(user).expect(200);
    await read().expect(200);
  });

  it('is revealed after the second factor only', async () => {
    const { user, freshCode } = await createEnrolledUser(test);
    await suspend(user).expect(200);
    const { token } = await requestSecondFactor(test, user);
    await answerSecondFactor(test, token, { method: 'totp', code: '000000' }).expect(400);
    const { body } = await answerSecondFactor(test, token, {
      method: 'totp',
      code: await freshCode(),
    }).expect(403);
    expect(body).toMatchObject({ code: 'account_suspended', msg: suspended });
  });

  it('ends by itself', async () => {
    const user = await createUser(test);
    await suspend(user).expect(200);
    await test.database.pool.query(`UPDATE users SET suspended_until = now() WHERE id = $1`, [user.id]);
    const { body } = await tryLogin(test, user.username, password).expect(200);
    expect(body.user).toBeDefined();
    const { body: record } = await callApi(test, getUser, { id: user.id, access: agent.access }).expect(200);
    expect(record).toMatchObject({
      account_status: 'active',
      suspended_until: null,
      suspension_reason: null,
    });
    expect((await end(user).expect(409)).body.msg).toBe('This user is not suspended.');
  });

  it('is replaced by another one, and ended by staff', async () => {
    const user = await createUser(test);
    await suspend(user).expect(200);
    const later = inHours(100);
    await suspend(user, { ends_at: later }).expect(200);
    expect((await readRow(test, user)).suspended_until?.toISOString()).toBe(later);
    const { body } = await end(user).expect(200);
    expect(body.msg).toBe(`The suspension of ${user.username} has ended.`);
    await tryLogin(test, user.username, password).expect(200);
    expect((await eventsOf(test, user)).map(({ action }) => action)).toEqual([
      'suspendUser',
      'suspendUser',
      'endSuspension',
      'login',
    ]);
  });

  it('hides the user from searches', async () => {
    const user = await createUser(test, { username: 'hidden-while-suspended' });
    const search = async () =>
      (await callApi(test, searchUsers, { access: root.access, query: { query: user.username } })).body.data;
    const before = await search();
    await suspend(user).expect(200);
    const after = await search();
    expect([before.length, after.length]).toEqual([1, 0]);
  });

  it('and a sign-in at the same moment leave no session', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await createUser(test);
      await Promise.all([
        tryLogin(test, user.username, password),
        suspend(user),
        tryLogin(test, user.username, password),
      ]);
      expect(
        await test.database.prisma.session.count({ where: { user_id: user.id, revoked_at: null } }),
      ).toBe(0);
    }
  });
});

describe('who may suspend whom', () => {
  it('staff suspend plain users, superusers also staff, and nobody the last active superuser or themselves', async () => {
    const [staff, superuser] = [
      await createUser(test, { is_staff: true }),
      await createUser(test, { is_superuser: true }),
    ];
    await suspend(staff).expect(403);
    await suspend(superuser).expect(403);
    await suspend(agent.user).expect(403);
    await suspend(root.user, { by: root }).expect(403);
    await suspend(staff, { by: root }).expect(200);
    await suspend(superuser, { by: root }).expect(200);
    expect((await suspend(root.user).expect(403)).body.code).toBe('forbidden');
    await suspend({ id: '01930a4e-7c00-7000-8000-000000000000' }).expect(404);
  });

  it('two superusers who suspend each other at the same moment do not both succeed', async () => {
    const [one, other] = [
      await createCaller(test, { is_superuser: true }),
      await createCaller(test, { is_superuser: true }),
    ];
    const statuses = await Promise.all([suspend(one.user, { by: other }), suspend(other.user, { by: one })]);
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('needs a recent sign-in', async () => {
    const tired = await createCaller(test, { is_staff: true });
    const user = await createUser(test);
    await ageSignIns(test, tired.user.id, 3_600);
    const { body } = await suspend(user, { by: tired }).expect(403);
    expect(body.code).toBe('reauthentication_required');
  });

  it.each([
    ['an end within the hour', { ends_at: inHours(0.9) }],
    ['an end after 366 days', { ends_at: inHours(366 * 24 + 1) }],
    ['an end in the past', { ends_at: inHours(-1) }],
    ['no end', { ends_at: undefined }],
    ['a reason of blanks', { reason: ' \u200b ' }],
    ['a reason of 501 characters', { reason: 'a'.repeat(501) }],
    ['an unknown field', { forever: true }],
  ])('refuses %s, and changes nothing', async (_, fields) => {
    const user = await createUser(test);
    const body = { reason, ends_at: inHours(72), ...fields };
    await callApi(test, suspendUser, { id: user.id, access: agent.access, body }).expect(400);
    expect((await readRow(test, user)).suspended_until).toBeNull();
    await callApi(test, login, { body: { username_or_email: user.username, password } }).expect(200);
  });
});
