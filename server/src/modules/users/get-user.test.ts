import { User } from 'contract/user.ts';
import { getUser } from 'contract/users.ts';
import request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { Caller } from '#auth/callers.ts';
import { useTestApp } from '#test/app.ts';
import { createCaller, createUser, signIn } from '#test/factories.ts';
import { exportUser } from './export-user.service.ts';
import { getUser as readUserRecord } from './users.service.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const readUser = (id: string, access: string) =>
  request(test.app.server).get(getUser.url.replace(':id', id)).set('authorization', `Bearer ${access}`);

describe('getUser', () => {
  it('answers every field of oneself, and nothing of the password', async () => {
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

  it('gives oneself the sign-in of the calling session as last_login_time, and others the last one', async () => {
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

  it('of a caller who is deleted just then says that the session is over, also in an export', async () => {
    const caller = { user: { id: uuidv7() } } as Caller;
    const read = [
      () => readUserRecord(test.dependencies, caller, caller.user.id),
      () => exportUser(test.dependencies, caller),
    ];
    for (const each of read) await expect(each()).rejects.toMatchObject({ code: 'token_not_valid' });
  });

  it('is open to staff for anyone, and to nobody else', async () => {
    const other = await createUser(test);
    const { access } = await createCaller(test);
    expect((await readUser(other.id, access).expect(403)).body.code).toBe('forbidden');
    for (const flags of [{ is_staff: true }, { is_superuser: true }]) {
      const staff = await createCaller(test, flags);
      expect((await readUser(other.id, staff.access).expect(200)).body.username).toBe(other.username);
      expect((await readUser(uuidv7(), staff.access).expect(404)).body.code).toBe('not_found');
    }
  });

  it.each([
    ['unverified', { isVerified: false }],
    ['disabled', { is_active: false }],
    ['disabled', { is_active: false, isVerified: false }],
    ['active', {}],
  ])('derives the status %s', async (status, flags) => {
    const staff = await createCaller(test, { is_staff: true });
    const other = await createUser(test, flags);
    expect((await readUser(other.id, staff.access).expect(200)).body.account_status).toBe(status);
  });
});
