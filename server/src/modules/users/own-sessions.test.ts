import { refreshAccessToken } from 'contract/accounts/accounts.ts';
import { adminUpdateUser, deleteSession, exportUser, getUser, listSessions } from 'contract/users/users.ts';
import request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import {
  actionsOf,
  createCaller,
  createUser,
  eventsOf,
  password,
  readRow,
  signIn,
  tryLogin,
} from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const endSession = (id: string, access: string) => callApi(test, deleteSession, { id, access });

async function sessionsOf(access: string): Promise<{ id: string; current: boolean; user_agent: string }[]> {
  return (await callApi(test, listSessions, { access }).expect(200)).body.data;
}

describe('listSessions', () => {
  it('lists the user’s own valid sessions with device, IP address and last use, the most recently used first', async () => {
    const { user, access } = await createCaller(test);
    await createCaller(test);
    const phone = await tryLogin(test, user.username, password).set('user-agent', 'a phone').expect(200);
    const endedSession = await signIn(test, user);
    await endSession(
      (await sessionsOf(endedSession.access)).find(({ current }) => current)?.id ?? '',
      endedSession.access,
    );
    await test.database.pool.query(
      `UPDATE sessions SET last_used_at = last_used_at - interval '10 seconds' WHERE user_agent = 'a phone'`,
    );

    const { data } = (await callApi(test, listSessions, { access }).expect(200)).body;
    expect(listSessions.responses[200].schema.parse({ data })).toEqual({ data });
    expect(
      data.map(({ current, user_agent }: { current: boolean; user_agent: string }) => [current, user_agent]),
    ).toEqual([
      [true, expect.any(String)],
      [false, 'a phone'],
    ]);
    expect(data[1].ip_address).toMatch(/127\.0\.0\.1$/);
    expect(JSON.stringify(data)).not.toContain(phone.body.refresh);
  });
});

describe('deleteSession', () => {
  it('ends another session at once, and refuses its tokens', async () => {
    const { user, access } = await createCaller(test);
    const other = await signIn(test, user);
    const id = (await sessionsOf(access)).find(({ current }) => !current)?.id ?? '';
    await endSession(id, access).expect(204);
    await callApi(test, listSessions, { access: other.access }).expect(401);
    await request(test.app.server).post(refreshAccessToken.url).send({ refresh: other.refresh }).expect(401);
    await endSession(id, access).expect(404);
    expect(await sessionsOf(access)).toHaveLength(1);
    expect(await actionsOf(test, user)).toEqual(['login', 'login', 'logout']);
  });

  it('signs out if it is the calling session', async () => {
    const { access } = await createCaller(test);
    const [session] = await sessionsOf(access);
    const { headers } = await endSession(session?.id ?? '', access).expect(204);
    expect(String(headers['set-cookie'])).toContain('access_token=;');
    await callApi(test, listSessions, { access }).expect(401);
  });

  it('is a 404 for sessions of other users', async () => {
    const [{ access }, other] = [await createCaller(test, { is_superuser: true }), await createCaller(test)];
    const [otherSession] = await sessionsOf(other.access);
    for (const id of [otherSession?.id ?? '', uuidv7(), 'garbage']) await endSession(id, access).expect(404);
    expect(await sessionsOf(other.access)).toHaveLength(1);
  });
});

describe('exportUser', () => {
  it('is one JSON file of all data about the user, without secrets or data about others', async () => {
    const { user, access, refresh } = await createCaller(test);
    const [friend, stranger, third] = [
      await createUser(test),
      await createUser(test),
      await createUser(test),
    ];
    const { prisma, pool } = test.database;
    const [low_user_id = '', high_user_id = ''] = [user.id, friend.id].toSorted();
    await prisma.friendship.create({ data: { low_user_id, high_user_id } });
    await prisma.friendRequest.create({
      data: {
        id: uuidv7(),
        from_user_id: friend.id,
        to_user_id: user.id,
        status: 'accepted',
        answered_at: new Date(),
      },
    });
    await prisma.block.create({ data: { blocker_id: user.id, blocked_id: stranger.id } });
    await prisma.block.create({ data: { blocker_id: third.id, blocked_id: friend.id } });
    await prisma.block.create({ data: { blocker_id: third.id, blocked_id: user.id } });
    await prisma.storedFile.create({ data: { key: 'images/one.webp', user_id: user.id, size_bytes: 7 } });
    // More records than one batch, all of the same time. Those of other users are excluded.
    await pool.query(
      `INSERT INTO ip_records (id, user_id, ip_address, action)
       SELECT gen_random_uuid(), CASE WHEN n <= 2500 THEN $1::uuid ELSE $2::uuid END, '192.0.2.' || n % 250, 'login'
       FROM generate_series(1, 2600) AS n`,
      [user.id, third.id],
    );

    const response = await callApi(test, exportUser, { access }).expect(200);
    expect(response.headers['content-type']).toContain('application/json');
    expect(response.headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="${user.username}-\\d{4}-\\d\\d-\\d\\d\\.json"$`),
    );
    expect(response.headers['cache-control']).toBe('no-store');
    const { body, text } = response;
    const userResponse = await callApi(test, getUser, { id: user.id, access }).expect(200);
    expect(body.user).toMatchObject({ ...userResponse.body, email_verified_at: expect.any(String) });
    expect(body.sessions).toMatchObject([{ expires_at: expect.any(String), revoked_at: null }]);
    expect(body.friends).toMatchObject([{ id: friend.id, username: friend.username }]);
    expect(body.friend_requests).toMatchObject([{ from_user: friend.username, status: 'accepted' }]);
    expect(body.blocked_users).toMatchObject([{ username: stranger.username }]);
    expect(body.files).toMatchObject([{ key: 'images/one.webp', size_bytes: 7 }]);
    expect(body.ip_records).toHaveLength(2_501);
    expect(new Set(body.ip_records.map(({ id }: { id: string }) => id)).size).toBe(2_501);
    expect(body.events).toMatchObject([{ action: 'login', by: 'you', details: { username: user.username } }]);

    const { password_hash } = await readRow(test, user);
    const secrets = [password_hash, 'argon2', 'hash', 'nonce', refresh, access, third.id, third.username];
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it('contains no IP address or user agent of staff who edited the account, and only the target of the user’s own edits', async () => {
    const { user, access } = await createCaller(test);
    const staff = await createCaller(test, { is_staff: true });
    await callApi(test, adminUpdateUser, { id: user.id, access: staff.access })
      .set('user-agent', 'the browser of staff')
      .send({ phone_number: '400 000 000' })
      .expect(200);

    const userExport = await callApi(test, exportUser, { access }).expect(200);
    expect(userExport.body.events).toEqual([
      expect.objectContaining({ action: 'login', by: 'you' }),
      {
        created_at: expect.any(String),
        action: 'user_update',
        occurrences: 1,
        by: 'staff',
        details: {
          username: user.username,
          fields: ['phone_number'],
          changes: { phone_number: { from: null, to: '400 000 000' } },
        },
      },
    ]);
    expect(userExport.body.events[0].details).toMatchObject({
      ip_address: expect.stringMatching(/127\.0\.0\.1$/),
    });
    expect(userExport.body.actions).toEqual([]);
    for (const secret of ['the browser of staff', staff.user.id])
      expect(userExport.text).not.toContain(secret);

    const staffExport = await callApi(test, exportUser, { access: staff.access }).expect(200);
    expect(staffExport.body.actions).toEqual([
      {
        created_at: expect.any(String),
        action: 'user_update',
        target_id: user.id,
        ip_address: expect.stringMatching(/127\.0\.0\.1$/),
        user_agent: 'the browser of staff',
      },
    ]);
    for (const secret of [user.username, '"fields"']) expect(staffExport.text).not.toContain(secret);
  });

  it('is complete although an erasure has removed details', async () => {
    const { user, access } = await createCaller(test);
    const [event] = await eventsOf(test, user);
    await test.database.prisma.auditDetails.update({
      where: { event_id: event?.id ?? 0n },
      data: { salt: null, details: null },
    });
    const { body } = await callApi(test, exportUser, { access }).expect(200);
    expect(body.events).toMatchObject([{ action: 'login', details: null }]);
  });
});
