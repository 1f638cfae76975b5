import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { login, logout, refreshAccessToken } from 'contract/accounts/accounts.ts';
import { blockUser } from 'contract/friends/friends.ts';
import { calculatePrincipal } from 'contract/loans/loans.ts';
import { getUser } from 'contract/users/users.ts';
import type { FastifyInstance } from 'fastify';
import request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { startSecondApp, useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { cookiesOf } from '#test/cookies.ts';
import { createCaller, createUser, password, type TestUser } from '#test/factories.ts';
import { useFolder } from '#test/folder.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000', PUBLIC_URL: 'http://localhost:3000' });

/** The cookies of a browser with their attributes. */
class CookieJar {
  readonly cookies = new Map<string, string>();
  readonly attributes = new Map<string, string>();

  store(response: { headers: Record<string, unknown> }): void {
    for (const line of (response.headers['set-cookie'] ?? []) as string[]) {
      const [pair = '', ...rest] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (rest.includes('Max-Age=0')) this.cookies.delete(name);
      else this.cookies.set(name, value);
      this.attributes.set(name, rest.join('; '));
    }
  }

  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get token(): string {
    return this.cookies.get('csrftoken') ?? '';
  }
}

async function visit(): Promise<CookieJar> {
  const jar = new CookieJar();
  jar.store(await request(test.app.server).get('/api/healthz'));
  return jar;
}

async function signInByCookie(user: TestUser): Promise<CookieJar> {
  const jar = await visit();
  const body = { username_or_email: user.username, password };
  const call = request(test.app.server).post(login.url).set('cookie', jar.header);
  jar.store(await call.set('x-csrftoken', jar.token).send(body).expect(200));
  return jar;
}

const post = (url: string, jar: CookieJar, token?: string) => {
  const call = request(test.app.server).post(url).set('cookie', jar.header);
  return token === undefined ? call : call.set('x-csrftoken', token);
};

describe('the csrftoken cookie', () => {
  const folder = useFolder();

  it('is set, readable by scripts, by every response to a caller without the cookie, including errors', async () => {
    for (const path of ['/api/healthz', '/api/nothing', getUser.url.replace(':id', 'x')]) {
      const jar = new CookieJar();
      jar.store(await request(test.app.server).get(path));
      expect(jar.token).toMatch(/^[A-Za-z0-9._-]+$/);
      expect(jar.attributes.get('csrftoken')).toBe('Path=/; SameSite=Lax');
    }
  });

  it('is replaced only if this server did not create it', async () => {
    const jar = await visit();
    const again = await request(test.app.server).get('/api/healthz').set('cookie', jar.header);
    expect(again.headers).not.toHaveProperty('set-cookie');
    for (const forged of ['x', `${jar.token}x`, 'a.guest.b', '']) {
      const response = await request(test.app.server)
        .get('/api/healthz')
        .set('cookie', `csrftoken=${forged}`);
      expect(response.headers['set-cookie']).toHaveLength(1);
    }
  });

  it('has the same value for every guest, so that it does not identify the guest', async () => {
    expect((await visit()).token).toBe((await visit()).token);
  });

  it('is never set for a caller with an Authorization header', async () => {
    const { access } = await createCaller(test);
    for (const token of [access, 'made-up']) {
      const { headers } = await request(test.app.server).get('/api/healthz').auth(token, { type: 'bearer' });
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });

  it('is set with the page, but not with assets', async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>page</title>');
    writeFileSync(join(folder, 'assets/app.js'), 'export {};');
    const app = await buildApp(test.config, { ...test.dependencies, clientFolder: folder });
    const namesAt = async (url: string) => (await app.inject({ url })).cookies.map(({ name }) => name);
    expect(await namesAt('/login')).toEqual(['csrftoken']);
    for (const asset of ['/assets/app.js', '/api/docs/static/index.css']) {
      expect((await app.inject({ url: asset })).statusCode).toBe(200);
      expect(await namesAt(asset)).toEqual([]);
    }
    await app.close();
  });

  it('has the Secure attribute with https, like the session cookies', async () => {
    const app = await startSecondApp(test, { config: { publicUrl: 'https://example.org' } });
    const { username } = await createUser(test);
    const first = await request(app.server).get('/api/healthz');
    const call = request(app.server).post(login.url).set(cookiesOf(first.headers));
    const response = await call.send({ username_or_email: username, password }).expect(200);
    const cookies = [first, response].flatMap(({ headers }) => headers['set-cookie'] ?? []);
    expect(cookies).toHaveLength(4);
    for (const cookie of cookies) expect(cookie).toContain('; Secure');
  });
});

describe('a client with cookies', () => {
  it('receives the session as HttpOnly cookies for /api, and a new csrftoken, if it sends its current csrftoken', async () => {
    const user = await createUser(test);
    const guest = await visit();
    const jar = await signInByCookie(user);
    expect([...jar.cookies.keys()].toSorted()).toEqual(['access_token', 'csrftoken', 'refresh_token']);
    expect(jar.attributes.get('access_token')).toBe('Max-Age=300; Path=/api; HttpOnly; SameSite=Lax');
    expect(jar.attributes.get('refresh_token')).toBe('Max-Age=14400; Path=/api; HttpOnly; SameSite=Lax');
    expect(jar.token).not.toBe(guest.token);
    await callApi(test, getUser, { id: user.id }).set('cookie', jar.header).expect(200);
  });

  it('receives no session cookies from a sign-in without a valid csrftoken', async () => {
    const user = await createUser(test);
    const jar = await visit();
    const body = { username_or_email: user.username, password };
    for (const token of [undefined, 'x', `${jar.token}x`]) {
      const response = await post(login.url, jar, token).send(body).expect(200);
      expect(response.headers).not.toHaveProperty('set-cookie');
    }
    const withoutCookie = await request(test.app.server)
      .post(login.url)
      .set('x-csrftoken', jar.token)
      .send(body);
    expect(String(withoutCookie.headers['set-cookie'])).not.toMatch(/access_token|refresh_token/);
  });

  it('refreshes and signs out with its cookies and the csrftoken', async () => {
    const user = await createUser(test);
    const jar = await signInByCookie(user);
    const before = jar.cookies.get('access_token');
    jar.cookies.delete('access_token');
    jar.store(await post(refreshAccessToken.url, jar, jar.token).expect(200));
    expect(jar.cookies.get('access_token')?.split('.')).toHaveLength(before?.split('.').length ?? 0);

    const stolen = jar.header;
    jar.store(await post(logout.url, jar, jar.token).expect(204));
    expect([...jar.cookies.keys()]).toEqual(['csrftoken']);
    for (const name of ['access_token', 'refresh_token']) {
      expect(jar.attributes.get(name)).toMatch(/Max-Age=0; Path=\/api/);
    }
    await request(test.app.server).get(getUser.url.replace(':id', user.id)).set('cookie', stolen).expect(401);
  });

  it.each([
    ['no body under a form’s type', 'application/x-www-form-urlencoded', ''],
    ['no body under a multipart type', 'multipart/form-data; boundary=x', ''],
    ['an empty object under another type', 'text/plain', '{}'],
  ])('refreshes and signs out with %s, because the refresh token is a cookie', async (_what, type, body) => {
    const jar = await signInByCookie(await createUser(test));
    const send = (url: string) => {
      const call = post(url, jar, jar.token).set('content-type', type);
      return body === '' ? call : call.send(body);
    };
    await send(refreshAccessToken.url).expect(200);
    await send(logout.url).expect(204);
    await send(refreshAccessToken.url).expect(401);
  });

  it('can neither refresh nor sign out without the csrftoken of its own session, which remains valid', async () => {
    const jar = await signInByCookie(await createUser(test));
    const other = await signInByCookie(await createUser(test));
    const guest = await visit();
    for (const url of [refreshAccessToken.url, logout.url]) {
      const planted = (token: string) => {
        const victim = new CookieJar();
        for (const [name, value] of jar.cookies) victim.cookies.set(name, value);
        victim.cookies.set('csrftoken', token);
        return post(url, victim, token);
      };
      for (const call of [post(url, jar), post(url, jar, 'x'), planted(other.token), planted(guest.token)]) {
        expect((await call.expect(403)).body.code).toBe('csrf_failed');
      }
    }
    await post(refreshAccessToken.url, jar, jar.token).expect(200);
  });

  it('signs out of an ended session without the csrftoken', async () => {
    const user = await createUser(test);
    const jar = await signInByCookie(user);
    await test.database.pool.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [user.id]);
    jar.store(await post(logout.url, jar).expect(204));
    expect(jar.cookies.has('refresh_token')).toBe(false);
    await post(refreshAccessToken.url, await signInByCookie(user)).expect(403);
  });

  it('receives a csrftoken that is valid for its session after it has lost the cookie', async () => {
    const user = await createUser(test);
    const jar = await signInByCookie(user);
    jar.cookies.delete('csrftoken');
    const path = getUser.url.replace(':id', user.id);
    jar.store(await request(test.app.server).get(path).set('cookie', jar.header).expect(200));
    await post(refreshAccessToken.url, jar, jar.token).expect(200);
  });

  it('is refused once if it has only its refresh token, and can then refresh with the csrftoken of that response', async () => {
    const jar = await signInByCookie(await createUser(test));
    jar.cookies.delete('csrftoken');
    jar.cookies.delete('access_token');
    jar.store(await post(refreshAccessToken.url, jar, '').expect(403));
    await post(refreshAccessToken.url, jar, jar.token).expect(200);
  });
});

const write = async (headers: Record<string, string>, id = uuidv7()) =>
  (await callApi(test, blockUser, { id, headers })).body.code as string;

describe('a write request with cookies', () => {
  it('requires the csrftoken, and is refused before the id in the path is checked', async () => {
    const jar = await signInByCookie(await createUser(test));
    expect(await write({ cookie: jar.header, 'x-csrftoken': jar.token })).toBe('not_found');
    for (const headers of [{ cookie: jar.header }, { cookie: jar.header, 'x-csrftoken': `${jar.token}x` }]) {
      expect(await write(headers)).toBe('csrf_failed');
      expect(await write(headers, 'no-id')).toBe('csrf_failed');
    }
    expect(await write({ cookie: 'access_token=invalid' })).toBe('token_not_valid');
  });

  it('needs no csrftoken with an Authorization header, and does not fall back to cookies if that header is invalid', async () => {
    const { access } = await createCaller(test);
    const jar = await signInByCookie(await createUser(test));
    const authorization = `Bearer ${access}`;
    for (const more of [{}, { cookie: jar.header }, { 'x-csrftoken': 'anything' }]) {
      expect(await write({ authorization, ...more })).toBe('not_found');
    }
    for (const bad of ['Bearer invalid', 'Bearer ', 'Basic x', '']) {
      const headers = { authorization: bad, cookie: jar.header, 'x-csrftoken': jar.token };
      expect(await write(headers)).toBe('token_not_valid');
    }
  });
});

describe('write requests of a browser', () => {
  it.each([
    ['http://localhost:3000', [200, undefined]],
    ['http://127.0.0.1:3000', [200, undefined]],
    ['https://localhost:3000', [403, 'csrf_failed']],
    ['http://localhost:3001', [200, undefined]],
    ['http://127.0.0.1:5173', [200, undefined]],
    ['http://[::1]:5173', [200, undefined]],
    ['http://localhost.evil.example:3001', [403, 'csrf_failed']],
    ['http://evil.example?http://localhost:3001', [403, 'csrf_failed']],
    ['http://evil.example', [403, 'csrf_failed']],
    ['http://localhost:3000.evil.example', [403, 'csrf_failed']],
    ['null', [403, 'csrf_failed']],
  ])('from the origin %s get the response %j at a sign-in, and calculate', async (origin, expected) => {
    const user = await createUser(test);
    const body = { username_or_email: user.username, password };
    const send = (url: string, payload: unknown) =>
      request(test.app.server)
        .post(url)
        .set('origin', origin)
        .send(payload as object);
    const signIn = await send(login.url, body);
    expect([signIn.status, signIn.body.code]).toEqual(expected);
    expect((await send(calculatePrincipal.url, calculatePrincipal.bodyExample)).status).toBe(200);
    await request(test.app.server).get('/api/healthz').set('origin', origin).expect(200);
  });
});

const preflight = (app: FastifyInstance, origin: string) =>
  request(app.server).options(login.url).set({
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,x-csrftoken',
  });

describe('CORS_ORIGINS', () => {
  const open = useTestApp({ CORS_ORIGINS: 'https://app.example.org' });
  it('allows pages of the listed origins to send cookies, and no other pages', async () => {
    const named = await preflight(open.app, 'https://app.example.org').expect(204);
    expect(named.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example.org',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': expect.stringContaining('x-csrftoken'),
    });
    const other = await preflight(open.app, 'https://evil.example');
    expect(other.headers).not.toHaveProperty('access-control-allow-origin');
    const loan = request(open.app.server)
      .post(calculatePrincipal.url)
      .set('origin', 'https://app.example.org');
    await loan.send(calculatePrincipal.bodyExample).expect(200);
  });

  it('includes all ports of this machine if PUBLIC_URL is a loopback URL', async () => {
    const localPreflight = await preflight(test.app, 'http://localhost:5173').expect(204);
    expect(localPreflight.headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:5173',
      'access-control-allow-credentials': 'true',
    });
    const config = { publicUrl: 'https://declassified.example' };
    const deployed = await startSecondApp(test, { config });
    await preflight(deployed, 'http://localhost:5173').expect(404);
    const signIn = request(deployed.server).post(login.url).set('origin', 'http://localhost:5173');
    await signIn.send({ username_or_email: 'ada', password: 'not hers' }).expect(403);
  });

  it('does not affect the request id and the security headers of a response', async () => {
    const commonHeaders = { 'x-request-id': expect.any(String), 'x-content-type-options': 'nosniff' };
    const preflightResponse = await preflight(open.app, 'https://app.example.org').expect(204);
    expect(preflightResponse.headers).toMatchObject(commonHeaders);
    const { headers } = await request(open.app.server).options(login.url).expect(204);
    expect(headers).toMatchObject(commonHeaders);
  });

  it('allows no origin if it is unset', async () => {
    const config = { publicUrl: 'https://declassified.example' };
    const deployed = await startSecondApp(test, { config });
    for (const [app, status] of [
      [deployed, 404],
      [test.app, 204],
    ] as const) {
      const { headers } = await preflight(app, 'https://app.example.org').expect(status);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });
});
