import { privateFields } from 'contract/users/user.ts';
import { searchUsers } from 'contract/friends/friends.ts';
import type { User } from 'contract/users/user.ts';
import {
  adminUpdateUser,
  type AdminUpdateUserBody,
  exportUser,
  getUser,
  getUserOverview,
  listUsers,
  updateUser,
  type UpdateUserBody,
} from 'contract/users/users.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, createUser, newPassword, type TestUser } from '#test/factories.ts';

type UserField =
  | keyof User
  | keyof z.input<typeof UpdateUserBody>
  | keyof z.input<typeof AdminUpdateUserBody>;

interface FieldPermission {
  /** `user`: all signed-in users. `nobody`: write-only. */
  read: 'user' | 'self and staff' | 'nobody';
  /** Whether users may change the field in their own profile. */
  own: 'change' | 'ignored';
  /** Who may change the field in the admin edit. Changes by others are refused. `ignored` fields are skipped. */
  admin: 'manager' | 'superuser' | 'nobody' | 'ignored';
  /** The error if staff change the field of their own account in the admin edit. */
  selfRefusal?: 'forbidden' | 'conflict';
}

const details = { read: 'self and staff', own: 'change', admin: 'manager' } as const;
const writeOnly = { read: 'nobody', own: 'change', admin: 'manager' } as const;
const readOnly = { read: 'self and staff', own: 'ignored', admin: 'ignored' } as const;

/** Every field of a user, and who may read and change it. */
const userFields: Readonly<Record<UserField, FieldPermission>> = {
  id: { ...readOnly, read: 'user' },
  // The user's own profile requires the confirmation.
  email: { ...details, selfRefusal: 'conflict' },
  username: { ...details, read: 'user' },
  date_of_birth: details,
  country_name: details,
  country_code: details,
  phone_number: details,
  user_image: { ...details, read: 'user' },
  delete_image: writeOnly,
  new_password: writeOnly,
  confirm_new_password: writeOnly,
  current_password: { read: 'nobody', own: 'change', admin: 'ignored' },
  is_superuser: { read: 'self and staff', own: 'ignored', admin: 'nobody' },
  is_staff: { read: 'self and staff', own: 'ignored', admin: 'superuser', selfRefusal: 'forbidden' },
  is_active: { read: 'self and staff', own: 'ignored', admin: 'manager', selfRefusal: 'forbidden' },
  is_premium_user: { read: 'self and staff', own: 'ignored', admin: 'manager' },
  last_login: readOnly,
  last_login_time: readOnly,
  date_updated: readOnly,
  login_attempts: readOnly,
  account_status: readOnly,
  pending_email: readOnly,
  must_change_password: readOnly,
  suspended_until: readOnly,
  suspension_reason: readOnly,
};

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });
const fields = Object.keys(userFields) as UserField[];

interface Actor {
  user: TestUser;
  access: string;
}
let plain: Actor;
let other: Actor;
let staff: Actor;
let superuser: Actor;
let image: Buffer;
beforeAll(async () => {
  plain = await createCaller(test, { username: 'plain' });
  other = await createCaller(test, { username: 'other' });
  staff = await createCaller(test, { username: 'staff', is_staff: true });
  superuser = await createCaller(test, { username: 'super', is_superuser: true });
  image = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#0f0' } })
    .png()
    .toBuffer();
});

const named = (url: string, { id }: TestUser) => url.replace(/:\w+/, id);
const read = ({ access }: Actor, url: string) => callApi(test, { method: 'GET', url }, { access });

const readers = (access: string) => fields.filter((field) => userFields[field].read === access).toSorted();
const readable = () => [...readers('self and staff'), ...readers('user')].toSorted();

describe('reading', () => {
  it('shows the user and staff every field that anyone may read, and no other', async () => {
    for (const actor of [plain, staff, superuser]) {
      const { body } = await read(actor, named(getUser.url, plain.user)).expect(200);
      expect(Object.keys(body as object).toSorted()).toEqual(readable());
    }
    const { body: list } = await read(staff, listUsers.url).expect(200);
    // A list shows no private details.
    const listed = readable().filter((field) => !(field in privateFields));
    for (const user of list.data as object[]) expect(Object.keys(user).toSorted()).toEqual(listed);
    const { body: overview } = await read(staff, named(getUserOverview.url, plain.user)).expect(200);
    expect(Object.keys(overview.user as object).toSorted()).toEqual(readable());
  });

  it('shows everyone else only the fields of a search result', async () => {
    await read(other, named(getUser.url, plain.user)).expect(403);
    const { body } = await read(other, `${searchUsers.url}?query=plain`).expect(200);
    expect(Object.keys(body.data[0] as object).toSorted()).toEqual(readers('user'));
  });

  it('never shows write-only fields to anyone', async () => {
    const { rows } = await test.database.pool.query<{ password_hash: string }>(
      'SELECT password_hash FROM users WHERE id = $1',
      [plain.user.id],
    );
    const addresses = [
      named(getUser.url, plain.user),
      exportUser.url,
      listUsers.url,
      named(getUserOverview.url, plain.user),
    ];
    for (const [index, address] of addresses.entries()) {
      const { text } = await read(index < 2 ? plain : staff, address).expect(200);
      expect(text).not.toContain(rows[0]?.password_hash);
      for (const field of readers('nobody')) expect(text).not.toContain(`"${field}"`);
    }
  });
});

type Row = Awaited<ReturnType<typeof snapshot>>;

/** A different value of each field, as JSON. A file for `user_image`. */
const anotherValue: Record<UserField, (user: Row) => object> = {
  id: () => ({ id: '01930a4e-7c00-7000-8000-000000000001' }),
  email: ({ id }) => ({ email: `${id}@example.net` }),
  username: ({ id }) => ({ username: `n${id.slice(-12)}` }),
  date_of_birth: () => ({ date_of_birth: '1980-01-02' }),
  country_name: () => ({ country_name: 'Nowhere' }),
  country_code: () => ({ country_code: '999' }),
  phone_number: () => ({ phone_number: '555' }),
  user_image: () => ({}),
  delete_image: () => ({ delete_image: true }),
  new_password: () => newPassword('quite another one'),
  confirm_new_password: () => ({ confirm_new_password: 'quite another one' }),
  current_password: () => ({ current_password: 'correct horse battery' }),
  is_superuser: (user) => ({ is_superuser: !user.is_superuser }),
  is_staff: (user) => ({ is_staff: !user.is_staff }),
  is_active: (user) => ({ is_active: !user.is_active }),
  is_premium_user: (user) => ({ is_premium_user: !user.is_premium_user }),
  last_login: () => ({ last_login: '2020-01-01T00:00:00.000Z' }),
  last_login_time: () => ({ last_login_time: '2020-01-01T00:00:00.000Z' }),
  date_updated: () => ({ date_updated: '2020-01-01T00:00:00.000Z' }),
  login_attempts: () => ({ login_attempts: 77 }),
  account_status: () => ({ account_status: 'disabled' }),
  pending_email: () => ({ pending_email: 'planted@example.net' }),
  must_change_password: () => ({ must_change_password: true }),
  suspended_until: () => ({ suspended_until: '2099-01-01T00:00:00Z' }),
  suspension_reason: () => ({ suspension_reason: 'planted' }),
};

/** These fields change nothing alone. They accompany the change of another field. */
const companions = new Set<UserField>(['confirm_new_password', 'current_password']);

type Outcome = 'changed' | 'ignored' | 'refused';

async function write(actor: Actor, target: TestUser, url: string, field: UserField): Promise<Outcome> {
  await test.database.pool.query('UPDATE users SET user_image = $2 WHERE id = $1', [
    target.id,
    'images/x.webp',
  ]);
  const before = await snapshot(target);
  const sent = callApi(test, { method: 'PUT', url }, { id: target.id, access: actor.access });
  const answer = await (field === 'user_image'
    ? sent.attach('user_image', image, 'face.png')
    : sent.send(anotherValue[field](before)));
  const isChanged = JSON.stringify(await snapshot(target)) !== JSON.stringify(before);
  if (answer.status === 200) return isChanged ? 'changed' : 'ignored';
  const isOwnConflict = actor.user.id === target.id && userFields[field].selfRefusal === 'conflict';
  const refusal = isOwnConflict && actor !== staff ? [409, 'conflict'] : [403, 'forbidden'];
  expect([answer.status, answer.body.code, isChanged]).toEqual([...refusal, false]);
  return 'refused';
}

async function snapshot({ id }: TestUser) {
  const { date_updated: _moves, ...row } = await test.database.prisma.user.findUniqueOrThrow({
    where: { id },
    include: { login_guards: true },
  });
  return row;
}

describe('changing', () => {
  let oneself: Actor;
  let oneSuperuser: Actor;
  beforeAll(async () => {
    oneself = await createCaller(test);
    oneSuperuser = await createCaller(test, { is_superuser: true });
  });
  /** One caller for all fields, except for the field whose change ends the session. */
  const callerFor = (field: UserField, shared: Actor, flags = {}) =>
    field === 'new_password' ? createCaller(test, flags) : shared;

  it.each(fields)('%s, on the user’s own profile', async (field) => {
    const { own } = userFields[field];
    const actor = await callerFor(field, oneself);
    const expected = own === 'change' && !companions.has(field) ? 'changed' : 'ignored';
    expect(await write(actor, actor.user, updateUser.url, field)).toBe(expected);
  });

  it.each(fields)('%s, by staff', async (field) => {
    const { admin, selfRefusal } = userFields[field];
    const outcomeFor = (name: string, may: boolean): Outcome => {
      // Of a user whom the caller does not manage, nothing is compared.
      if (name === 'staff, a superuser') return 'refused';
      if (admin === 'ignored' || companions.has(field)) return 'ignored';
      return may ? 'changed' : 'refused';
    };
    const [isManagers, isSuperusers] = [admin === 'manager', admin === 'manager' || admin === 'superuser'];
    const createColleague = () => createUser(test, { is_superuser: true, is_staff: true });
    const actor = await callerFor(field, oneSuperuser, { is_superuser: true, is_staff: true });
    const edits: [string, Actor, TestUser, boolean][] = [
      ['staff, a plain user', staff, await createUser(test), isManagers],
      ['a superuser, a plain user', superuser, await createUser(test), isSuperusers],
      ['staff, a superuser', staff, await createColleague(), false],
      ['staff, themselves', staff, staff.user, false],
      ['a superuser, a superuser', superuser, await createColleague(), isSuperusers],
      ['a superuser, themselves', actor, actor.user, isSuperusers && !selfRefusal],
    ];
    const outcomes = await Promise.all(
      edits.map(async ([name, editor, target]) => [
        name,
        await write(editor, target, adminUpdateUser.url, field),
      ]),
    );
    expect(outcomes).toEqual(edits.map(([name, , , may]) => [name, outcomeFor(name, may)]));
    const body = anotherValue[field](await snapshot(plain.user));
    await callApi(test, adminUpdateUser, { id: plain.user.id, access: plain.access, body }).expect(403);
  });
});
