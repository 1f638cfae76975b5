import { createNetworkBlock, previewNetworkBlock } from 'contract/network-blocks/network-blocks.ts';
import {
  AdminUpdateUserBody,
  adminUpdateUser,
  getUser,
  listUsers,
  ListUsersQuery,
} from 'contract/users/users.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';
import { address, type Caller, id, viewedUsers } from '#test/viewed-users.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '100000' });

let root: Caller;
const { accessesOf, createSubject, setViewReason, staffCaller } = viewedUsers(test, () => root);
beforeAll(async () => {
  root = await createCaller(test, { username: 'root_1', is_superuser: true, is_staff: true });
});

const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString();
const reason = 'Asked for help.';

describe('a user whom the caller does not manage', () => {
  it('cannot be changed, and the refusal is the same for each value of each field', async () => {
    const target = await createCaller(test, { is_superuser: true, is_staff: true });
    const agent = await staffCaller();
    await test.database.prisma.user.update({
      where: { id: target.user.id },
      data: {
        phone_number: '0491 570 156',
        date_of_birth: new Date('1987-06-05'),
        country_name: 'Australia',
      },
    });
    const { body: record } = await callApi(test, getUser, { id: target.user.id, access: target.access });
    const put = async (body: object) => {
      const { status, body: refused } = await callApi(test, adminUpdateUser, {
        ...id(target.user),
        access: agent.access,
        body,
      });
      return [body, status, refused.msg];
    };
    const fields = Object.keys(AdminUpdateUserBody.shape);
    const bodies = [
      {},
      record as object,
      ...fields.map((field) => ({ [field]: (record as Record<string, unknown>)[field] ?? null })),
      ...fields.map((field) => ({ [field]: 'x' })),
    ];
    for (const body of bodies) expect(await put(body)).toEqual([body, 403, 'You may not change this user.']);
    expect(await accessesOf(target)).toBe(0);
  });
});

it('a request that learns that a field is unchanged is an access', async () => {
  const subject = await createSubject();
  const agent = await staffCaller();
  const put = (body: object) =>
    callApi(test, adminUpdateUser, { ...id(subject.user), access: agent.access, body }).expect(200);
  await put({});
  expect(await accessesOf(subject)).toBe(0);
  await put({ date_of_birth: '1987-06-05' });
  expect(await accessesOf(subject)).toBe(1);
});

const names = (query: object, { access } = root) =>
  callApi(test, listUsers, { access, query: { view: 'names', ...query } });

describe('view=names', () => {
  it('finds users by nothing that it does not show, and by text in the name alone', async () => {
    const subject = await createCaller(test, { email: 'q7.zed@secret-mail.example' });
    const { username } = subject.user;
    for (const text of ['q7.zed', 'secret-mail']) {
      await names({ username, text }).expect(404);
      await callApi(test, listUsers, { access: root.access, query: { username, text } }).expect(200);
    }
    await names({ text: username }).expect(200);
    const accepted = new Set([
      'text',
      'username',
      'is_active',
      'account_status',
      'view',
      'sort',
      'page',
      'page_size',
    ]);
    const values: Record<string, string> = {
      updated_before: '2030-01-01',
      updated_after: '2020-01-01',
      email: 'q7',
    };
    for (const field of Object.keys(ListUsersQuery.shape).filter((name) => !accepted.has(name))) {
      const { status, body } = await names({ username, [field]: values[field] ?? 'true' });
      expect([field, status, body.details]).toEqual([
        field,
        400,
        { [field]: ['Not accepted with view=names.'] },
      ]);
    }
  });
});

describe('a superuser whose network an agent tries to block', () => {
  it.each(['off', 'required'] as const)('sees it as an access, with view_reason %s', async (setting) => {
    const target = await createCaller(test, { is_superuser: true, is_staff: true });
    const ip = address(target.user);
    await test.database.prisma.superuserAddress.create({
      data: { user_id: target.user.id, ip_address: ip },
    });
    await setViewReason(setting);
    const agent = await staffCaller();
    const body = { network: ip, ...(setting === 'required' && { view_reason: reason }) };
    const preview = await callApi(test, previewNetworkBlock, { access: agent.access, body });
    expect(JSON.stringify(preview.body.protected)).toContain('A superuser was seen');
    expect(await accessesOf(target)).toBe(1);
    await callApi(test, createNetworkBlock, {
      access: (await staffCaller()).access,
      body: { network: ip, reason, ends_at: inAWeek() },
    }).expect(400);
    await setViewReason('off');
    expect(await accessesOf(target)).toBe(2);
  });
});

/** Without the sign-in. */
const actionsOf = async ({ user }: Caller) =>
  (
    await test.database.pool.query<{ action: string }>(
      `SELECT action FROM audit_events WHERE actor_id = $1 AND action <> 'login' ORDER BY id`,
      [user.id],
    )
  ).rows.map(({ action }) => action);

const guesses = ({ user }: Caller): [string, object][] => [
  ['its own values', { username: user.username }],
  ['another value', { is_premium_user: true }],
  ['an address that needs a recent sign-in', { email: 'a.guess@example.com' }],
  ['a code for the stored country', { country_code: '64' }],
  ['a password that may be the address', { new_password: user.email, confirm_new_password: user.email }],
  ['a field that the caller may not change', { is_superuser: true }],
  ['an image that may exist', { delete_image: true }],
];

describe('a change of a user by staff', () => {
  it('that compares anything with the record is a view, also if it is refused', async () => {
    for (const index of guesses(root).keys()) {
      const subject = await createSubject();
      const agent = await staffCaller();
      await test.database.pool.query(
        `UPDATE sessions SET authenticated_at = now() - interval '1 day' WHERE user_id = $1`,
        [agent.user.id],
      );
      const [name, body] = guesses(subject)[index]!;
      const before = await accessesOf(subject);
      const request = { id: subject.user.id, access: agent.access, body };
      const { text } = await callApi(test, adminUpdateUser, request);
      expect([name, (await accessesOf(subject)) > before]).toEqual([name, true]);
      expect(text).not.toMatch(/Australia|\b61\b/);
      const actions = await actionsOf(agent);
      expect([name, actions]).toEqual([name, [name === 'another value' ? 'user_update' : 'adminUpdateUser']]);
      await setViewReason('required');
      const other = await createSubject();
      const refused = await callApi(test, adminUpdateUser, { ...request, id: other.user.id }).expect(403);
      await setViewReason('off');
      expect([name, refused.body.code]).toEqual([name, 'view_reason_required']);
    }
  });
});
