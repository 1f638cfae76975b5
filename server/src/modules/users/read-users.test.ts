import { listNotifications } from 'contract/notifications/notifications.ts';
import { User } from 'contract/users/user.ts';
import { getUser, listUsers } from 'contract/users/users.ts';
import request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#auth/sessions/callers.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, createUser, signIn } from '#test/factories.ts';
import { exportUser } from './export-user.service.ts';
import { readViewedUser as readUserRecord } from './users.service.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const readUser = (id: string, access: string) => callApi(test, getUser, { id, access });

describe('getUser', () => {
  it('returns every field of the user, but nothing about the password', async () => {
    const { user, access } = await createCaller(test);
    await test.database.prisma.user.update({
      where: { id: user.id },
      data: {
        date_of_birth: new Date('1990-12-10'),
        country_name: 'Australia',
        country_code: '61',
        phone_number: '400 000 000',
        pending_email: 'new@example.org',
      },
    });
    const { body, headers } = await readUser(user.id, access).expect(200);
    expect(User.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      ...user,
      date_of_birth: '1990-12-10',
      country_name: 'Australia',
      country_code: '61',
      phone_number: '400 000 000',
      pending_email: 'new@example.org',
      account_status: 'active',
      login_attempts: 0,
      must_change_password: false,
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('returns the sign-in of the calling session as last_login_time to the user, and the latest one to others', async () => {
    const user = await createUser(test);
    const staff = await createCaller(test, { is_staff: true });
    const first = await signIn(test, user);
    await test.database.pool.query(
      `UPDATE sessions SET created_at = created_at - interval '1 hour' WHERE user_id = $1`,
      [user.id],
    );
    const second = await signIn(test, user);
    const times = async (access: string) => {
      const { body } = await readUser(user.id, access).expect(200);
      return [body.last_login, body.last_login_time] as [string, string];
    };
    const [lastLogin, secondTime] = await times(second.access);
    expect(secondTime).toBe(lastLogin);
    expect(await times(staff.access)).toEqual([lastLogin, lastLogin]);
    const [sameLastLogin, firstTime] = await times(first.access);
    expect(sameLastLogin).toBe(lastLogin);
    expect(Date.parse(lastLogin) - Date.parse(firstTime)).toBeGreaterThanOrEqual(60 * 60 * 1000);
  });

  it('reports that the session has ended if the caller is deleted at the same time, also in an export', async () => {
    const caller = { user: { id: uuidv7() } } as Caller;
    const calls = [
      () => readUserRecord(test.dependencies, caller, caller.user.id),
      () => exportUser(test.dependencies, caller),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'token_not_valid' });
  });
});

describe('listUsers', () => {
  let access: string;

  const findUsers = (query: object) =>
    request(test.app.server).get(listUsers.url).query(query).set('authorization', `Bearer ${access}`);
  const namesOf = async (query: object) => {
    const { body } = await findUsers(query).expect(200);
    return (body as { data: { username: string }[] }).data.map(({ username }) => username);
  };

  beforeAll(async () => {
    await test.database.pool.query('DELETE FROM users');
    ({ access } = await createCaller(test, { username: 'staff', is_staff: true }));
    await createUser(test, { username: 'Zoe_1', email: 'zoe%x@example.net' });
    await createUser(test, { username: 'ann-b', email: 'ANN@example.org', is_active: false });
    await createUser(test, { username: 'Ben.c', is_staff: true });
    await test.database.pool.query(`
      UPDATE users SET is_premium_user = username = 'Zoe_1',
        date_updated = CASE username WHEN 'Zoe_1' THEN '2026-01-01T12:00Z'::timestamptz
          WHEN 'ann-b' THEN '2026-01-02T23:59:59.999Z' WHEN 'Ben.c' THEN '2026-01-03T00:00Z' ELSE '2026-01-04' END`);
  });

  it('filters by parts of name and email address, by flags as text, and by the day of the last edit', async () => {
    expect(await namesOf({ username: 'ZOE' })).toEqual(['Zoe_1']);
    expect(await namesOf({ username: '_' })).toEqual(['Zoe_1']);
    expect(await namesOf({ email: '%X@' })).toEqual(['Zoe_1']);
    expect(await namesOf({ email: 'ann@EXAMPLE' })).toEqual(['ann-b']);
    expect(await namesOf({ text: 'zoe_' })).toEqual(['Zoe_1']);
    expect(await namesOf({ text: 'example.NET' })).toEqual(['Zoe_1']);
    expect(await namesOf({ text: 'e', is_active: 'False' })).toEqual(['ann-b']);
    expect(await namesOf({ is_active: 'False' })).toEqual(['ann-b']);
    expect(await namesOf({ is_active: 'true', is_staff: 'False' })).toEqual(['Zoe_1']);
    expect(await namesOf({ is_staff: 'True' })).toEqual(['staff', 'Ben.c']);
    expect(await namesOf({ is_premium_user: 'true', is_active: 'ALL', is_staff: '' })).toEqual(['Zoe_1']);
    expect(await namesOf({ updated_before: '2026-01-02' })).toEqual(['ann-b', 'Zoe_1']);
    expect(await namesOf({ updated_after: '2026-01-02', updated_before: '2026-01-02' })).toEqual(['ann-b']);
    const { body } = await findUsers({ username: 'nobody' }).expect(404);
    expect(body.msg).toBe('No user found for the given filters');
    await findUsers({ is_staff: 'maybe' }).expect(400);
    await findUsers({ search: 'ada' }).expect(400);
  });

  it.each(['__proto__', 'constructor'])('refuses %s as a flag', async (text) => {
    const { body } = await findUsers({ is_staff: text }).expect(400);
    expect(body.details).toEqual({ is_staff: ['Must be true, false or ALL.'] });
    const query = { unread: text };
    await callApi(test, listNotifications, { access, query }).expect(400);
  });

  it('filters by the status that it displays', async () => {
    const statuses = ['deleting', 'disabled', 'locked', 'unverified', 'active'];
    const { pool } = test.database;
    // Each user also has the properties of all later ones in the list.
    await pool.query(
      `INSERT INTO users (id, username, email, password_hash, is_active, email_verified_at, deletion_asked_at)
       SELECT gen_random_uuid(), 'is-' || status, status || '@example.org', '', place > 2,
              CASE WHEN place = 5 THEN now() END, CASE WHEN place = 1 THEN now() END
       FROM unnest($1::text[]) WITH ORDINALITY AS ordered (status, place)`,
      [statuses],
    );
    await pool.query(
      `INSERT INTO login_guards (key, user_id, attempts, next_try_at)
       SELECT prefix || ':' || username, id, 6, now() + wait * interval '1 minute'
       FROM users JOIN (VALUES ('identifier', 'is-locked', 1), ('identifier', 'is-disabled', 1),
         ('identifier', 'is-unverified', -1), ('session', 'is-active', 1)) AS guards (prefix, name, wait) ON name = username`,
    );
    for (const status of statuses) {
      const { body } = await findUsers({ username: 'is-', account_status: status.toUpperCase() }).expect(200);
      expect(body).toMatchObject({
        totalUser: 1,
        data: [{ username: `is-${status}`, account_status: status }],
      });
    }
    expect(await namesOf({ username: 'is-', account_status: 'ALL' })).toHaveLength(5);
    await findUsers({ account_status: 'asleep' }).expect(400);
    await pool.query(`DELETE FROM users WHERE username LIKE 'is-%'`);
  });

  it('sorts by edit or by name in any letter case, and each page contains complete users', async () => {
    expect(await namesOf({ sort: 'a-z' })).toEqual(['ann-b', 'Ben.c', 'staff', 'Zoe_1']);
    expect(await namesOf({ sort: 'z-a' })).toEqual(['Zoe_1', 'staff', 'Ben.c', 'ann-b']);
    expect(await namesOf({})).toEqual(['staff', 'Ben.c', 'ann-b', 'Zoe_1']);
    expect(await namesOf({ sort: 'oldest', page_size: 3, page: 9 })).toEqual(['staff']);
    const { body } = await findUsers({ is_active: 'false' }).expect(200);
    expect(listUsers.responses[200].schema.strict().parse(body)).toMatchObject({
      totalUser: 1,
      numOfPages: 1,
      page: 1,
      data: [{ username: 'ann-b', account_status: 'disabled', email: 'ANN@example.org' }],
    });
    expect(JSON.stringify(body)).not.toContain('argon2');
  });
});
