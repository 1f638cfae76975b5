import { logout, refreshAccessToken } from 'contract/accounts/accounts.ts';
import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import { sessionLimits } from 'contract/accounts/sessions.constants.ts';
import { getUser } from 'contract/users/users.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { signInByCookie } from '#test/cookies.ts';
import { createCaller, createUser, signIn } from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const refresh = (token?: string) =>
  request(test.app.server).post(refreshAccessToken.url).send({ refresh: token });
const signOut = (token?: string) => request(test.app.server).post(logout.url).send({ refresh_token: token });
const readUser = (id: string, access: string) => callApi(test, getUser, { id, access });

const claimsOf = (access: string) =>
  JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

describe('refreshAccessToken', () => {
  it('returns a new access token of the same session, any number of times', async () => {
    const { user, access, refresh: token } = await createCaller(test);
    for (let i = 0; i < 2; i++) {
      const { body } = await refresh(token).expect(200);
      expect(Object.keys(body)).toEqual(['access']);
      const claims = claimsOf(body.access);
      expect(claims).toMatchObject({ sub: user.id, sid: claimsOf(access)['sid'] });
      expect(Number(claims['exp']) - Number(claims['iat'])).toBe(sessionLimits.accessTokenSeconds);
      await readUser(user.id, body.access).expect(200);
    }
  });

  it('by cookie needs the csrftoken of the session, and sets the new access token as a cookie', async () => {
    const { headers } = await signInByCookie(request(test.app.server), await createUser(test));
    const cookie = headers.cookie.replace(/access_token=[^;]*; /, '');
    const byCookie = () => request(test.app.server).post(refreshAccessToken.url).set('cookie', cookie);
    expect((await byCookie().expect(403)).body.code).toBe('csrf_failed');
    const answer = await byCookie().set('x-csrftoken', headers['x-csrftoken']).expect(200);
    expect(String(answer.headers['set-cookie'])).toContain(`access_token=${answer.body.access};`);
  });

  it('does not extend the session, which lasts 4 hours from the sign-in', async () => {
    const { user, refresh: token } = await createCaller(test);
    const read = () => test.database.prisma.session.findFirstOrThrow({ where: { user_id: user.id } });
    const before = await read();
    expect(before.expires_at.getTime() - before.created_at.getTime()).toBe(sessionLimits.sessionMs);
    await refresh(token).expect(200);
    expect((await read()).expires_at).toEqual(before.expires_at);
  });

  it('refuses a token that is unknown, malformed, an access token, or missing, with 401', async () => {
    const { access } = await createCaller(test);
    for (const token of ['A'.repeat(43), 'x', access, 'x'.repeat(5_000), '\u0000', "'; --"]) {
      const { body } = await refresh(token).expect(401);
      expect(body).toMatchObject({ code: 'token_not_valid', msg: accountMessages.sessionOver });
    }
    expect((await refresh().expect(401)).body.code).toBe('not_authenticated');
    await request(test.app.server).post(refreshAccessToken.url).expect(401);
  });

  it.each([
    ['has expired', `UPDATE sessions SET expires_at = now() - interval '1 millisecond' WHERE user_id = $1`],
    ['was revoked', `UPDATE sessions SET revoked_at = now() WHERE user_id = $1`],
    ['belongs to a disabled user', `UPDATE users SET is_active = false WHERE id = $1`],
    ['belongs to a deleted user', `DELETE FROM users WHERE id = $1`],
  ])('refuses a session that %s', async (_what, statement) => {
    const { user, refresh: token } = await createCaller(test);
    await test.database.pool.query(statement, [user.id]);
    expect((await refresh(token).expect(401)).body.code).toBe('token_not_valid');
  });
});

describe('logout', () => {
  it('ends the session at once, including its access token, and no other session', async () => {
    const user = await createUser(test);
    const [here, there] = [await signIn(test, user), await signIn(test, user)];
    const { body } = await signOut(here.refresh).expect(204);
    expect(body).toEqual({});
    await readUser(user.id, here.access).expect(401);
    await refresh(here.refresh).expect(401);
    await readUser(user.id, there.access).expect(200);
    await refresh(there.refresh).expect(200);
  });

  it('responds the same for an ended session, an unknown token and no token', async () => {
    const { user, refresh: token } = await createCaller(test);
    for (const refreshToken of [token, token, 'A'.repeat(43), 'nonsense', 'x'.repeat(5_000), '', undefined]) {
      await signOut(refreshToken).expect(204);
    }
    await request(test.app.server).post(logout.url).expect(204);
    const records = await test.database.prisma.ipRecord.count({
      where: { user_id: user.id, action: 'logout' },
    });
    expect(records).toBe(1);
  });

  it('ends the session of a client that presents only its access token', async () => {
    const { access, refresh: token } = await createCaller(test);
    await callApi(test, logout, { access }).expect(204);
    await refresh(token).expect(401);
  });
});
