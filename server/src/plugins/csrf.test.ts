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
class Jar {
  readonly cookies = new Map<string, string>();
  readonly attributes = new Map<string, string>();

  keep(answer: { headers: Record<string, unknown> }): void {
    for (const line of (answer.headers['set-cookie'] ?? []) as string[]) {
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

async function visit(): Promise<Jar> {
  const jar = new Jar();
  jar.keep(await request(test.app.server).get('/api/healthz'));
  return jar;
}

async function signInByCookie(user: TestUser): Promise<Jar> {
  const jar = await visit();
  const body = { username_or_email: user.username, password };
  const call = request(test.app.server).post(login.url).set('cookie', jar.header);
  jar.keep(await call.set('x-csrftoken', jar.token).send(body).expect(200));
  return jar;
}

const post = (url: string, jar: Jar, token?: string) => {
  const call = request(test.app.server).post(url).set('cookie', jar.header);
  return token === undefined ? call : call.set('x-csrftoken', token);
};

describe('the csrftoken cookie', () => {
  const folder = useFolder();

  it('is set by every response to a caller without one, including failures, readable by scripts', async () => {
    for (const path of ['/api/healthz', '/api/nothing', getUser.url.replace(':id', 'x')]) {
      const jar = new Jar();
      jar.keep(await request(test.app.server).get(path));
      expect(jar.token).toMatch(/^[A-Za-z0-9._-]+$/);
      expect(jar.attributes.get('csrftoken')).toBe('Path=/; SameSite=Lax');
    }
  });

  it('does not change, unless this server did not create it', async () => {
    const jar = await visit();
    const again = await request(test.app.server).get('/api/healthz').set('cookie', jar.header);
    expect(again.headers).not.toHaveProperty('set-cookie');
    for (const forged of ['x', `${jar.token}x`, 'a.guest.b', '']) {
      const answer = await request(test.app.server).get('/api/healthz').set('cookie', `csrftoken=${forged}`);
      expect(answer.headers['set-cookie']).toHaveLength(1);
    }
  });

  it('is the same for every guest, so it identifies no one', async () => {
    expect((await visit()).token).toBe((await visit()).token);
  });

  it('is never set for a caller with an Authorization header', async () => {
    const { access } = await createCaller(test);
    for (const token of [access, 'made-up']) {
      const { headers } = await request(test.app.server).get('/api/healthz').auth(token, { type: 'bearer' });
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });

  it('is set with the page, and never with assets', async () => {
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

  it('is Secure with https, like the session cookies', async () => {
    const app = await startSecondApp(test, { config: { publicUrl: 'https://example.org' } });
    const { username } = await createUser(test);
    const first = await request(app.server).get('/api/healthz');
    const call = request(app.server).post(login.url).set(cookiesOf(first.headers));
    const answer = await call.send({ username_or_email: username, password }).expect(200);
    const cookies = [first, answer].flatMap(({ headers }) => headers['set-cookie'] ?? []);
    expect(cookies).toHaveLength(4);
    for (const cookie of cookies) expect(cookie).toContain('; Secure');
  });
});

describe('a client with cookies', () => {
  it('gets the session as HttpOnly cookies for /api, and a new csrftoken, if it sends the former one back', async () => {
    const user = await createUser(test);
    const guest = await visit();
    const jar = await signInByCookie(user);
    expect([...jar.cookies.keys()].toSorted()).toEqual(['access_token', 'csrftoken', 'refresh_token']);
    expect(jar.attributes.get('access_token')).toBe('Max-Age=300; Path=/api; HttpOnly; SameSite=Lax');
    expect(jar.attributes.get('refresh_token')).toBe('Max-Age=14400; Path=/api; HttpOnly; SameSite=Lax');
    expect(jar.token).not.toBe(guest.token);
    await callApi(test, getUser, { id: user.id }).set('cookie', jar.header).expect(200);
  });

  it('must send the token back: a login without it sets no session cookies', async () => {
    const user = await createUser(test);
    const jar = await visit();
    const body = { username_or_email: user.username, password };
    for (const token of [undefined, 'x', `${jar.token}x`]) {
      const answer = await post(login.url, jar, token).send(body).expect(200);
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
    const bare = await request(test.app.server).post(login.url).set('x-csrftoken', jar.token).send(body);
    expect(String(bare.headers['set-cookie'])).not.toMatch(/access_token|refresh_token/);
  });

  it('refreshes and signs out with its cookies and the token', async () => {
    const user = await createUser(test);
    const jar = await signInByCookie(user);
    const before = jar.cookies.get('access_token');
    jar.cookies.delete('access_token');
    jar.keep(await post(refreshAccessToken.url, jar, jar.token).expect(200));
    expect(jar.cookies.get('access_token')?.split('.')).toHaveLength(before?.split('.').length ?? 0);

    const stolen = jar.header;
    jar.keep(await post(logout.url, jar, jar.token).expect(204));
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
  ])('does both with %s: neither needs it in the body', async (_what, type, body) => {
    const jar = await signInByCookie(await createUser(test));
    const send = (url: string) => {
      const call = post(url, jar, jar.token).set('content-type', type);
      return body === '' ? call : call.send(body);
    };
    await send(refreshAccessToken.url).expect(200);
    await send(logout.url).expect(204);
    await send(refreshAccessToken.url).expect(401);
  });

  it('can do neither without the token of its own session, and nothing changes then', async () => {
    const jar = await signInByCookie(await createUser(test));
    const other = await signInByCookie(await createUser(test));
    const guest = await visit();
    for (const url of [refreshAccessToken.url, logout.url]) {
      const planted = (token: string) => {
        const victim = new Jar();
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

  it('signs out of an ended session without the token', async () => {
    const user = await createUser(test);
    const jar = await signInByCookie(user);
    await test.database.pool.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [user.id]);
    jar.keep(await post(logout.url, jar).expect(204));
    expect(jar.cookies.has('refresh_token')).toBe(false);
    await post(refreshAccessToken.url, await signInByCookie(user)).expect(403);
  });

  it('that lost its csrftoken gets one with which its session can write', async () => {
    const user = await createUser(test);
    const jar = await signInByCookie(user);
    jar.cookies.delete('csrftoken');
    const path = getUser.url.replace(':id', user.id);
    jar.keep(await request(test.app.server).get(path).set('cookie', jar.header).expect(200));
    await post(refreshAccessToken.url, jar, jar.token).expect(200);
  });

  it('that has only its refresh token is refused once, and can then refresh with the csrftoken of that response', async () => {
    const jar = await signInByCookie(await createUser(test));
    jar.cookies.delete('csrftoken');
    jar.cookies.delete('access_token');
    jar.keep(await post(refreshAccessToken.url, jar, '').expect(403));
    await post(refreshAccessToken.url, jar, jar.token).expect(200);
  });
});

const write = async (headers: Record<string, string>, id = uuidv7()) =>
  (await callApi(test, blockUser, { id, headers })).body.code as string;

describe('a write by cookie', () => {
  it('requires the token, and is refused before the id in the path is checked', async () => {
    const jar = await signInByCookie(await createUser(test));
    expect(await write({ cookie: jar.header, 'x-csrftoken': jar.token })).toBe('not_found');
    for (const headers of [{ cookie: jar.header }, { cookie: jar.header, 'x-csrftoken': `${jar.token}x` }]) {
      expect(await write(headers)).toBe('csrf_failed');
      expect(await write(headers, 'no-id')).toBe('csrf_failed');
    }
    expect(await write({ cookie: 'access_token=dead' })).toBe('token_not_valid');
  });

  it('with a bearer header needs no token; an invalid header never falls back to cookies', async () => {
    const { access } = await createCaller(test);
    const jar = await signInByCookie(await createUser(test));
    const authorization = `Bearer ${access}`;
    for (const more of [{}, { cookie: jar.header }, { 'x-csrftoken': 'anything' }]) {
      expect(await write({ authorization, ...more })).toBe('not_found');
    }
    for (const bad of ['Bearer dead', 'Bearer ', 'Basic x', '']) {
      const headers = { authorization: bad, cookie: jar.header, 'x-csrftoken': jar.token };
      expect(await write(headers)).toBe('token_not_valid');
    }
  });
});

describe('the origin of a browser’s write', () => {
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
  ])('%s gets the response %j, at a sign-in like everywhere', async (origin, expected) => {
    const user = await createUser(test);
    const body = { username_or_email: user.username, password };
    const send = (url: string, given: unknown) =>
      request(test.app.server)
        .post(url)
        .set('origin', origin)
        .send(given as object);
    for (const answer of [
      await send(login.url, body),
      await send(calculatePrincipal.url, calculatePrincipal.bodyExample),
    ]) {
      expect([answer.status, answer.body.code]).toEqual(expected);
    }
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
  it('allows pages of these origins to call with cookies, and no others', async () => {
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

  it('contains all ports of this machine if PUBLIC_URL is on it', async () => {
    const own = await preflight(test.app, 'http://localhost:5173').expect(204);
    expect(own.headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:5173',
      'access-control-allow-credentials': 'true',
    });
    const config = { publicUrl: 'https://declassified.example' };
    const deployed = await startSecondApp(test, { config });
    await preflight(deployed, 'http://localhost:5173').expect(404);
    const loan = request(deployed.server).post(calculatePrincipal.url).set('origin', 'http://localhost:5173');
    await loan.send(calculatePrincipal.bodyExample).expect(403);
  });

  it('does not affect the request id and the security headers of a response', async () => {
    const usual = { 'x-request-id': expect.any(String), 'x-content-type-options': 'nosniff' };
    const asked = await preflight(open.app, 'https://app.example.org').expect(204);
    expect(asked.headers).toMatchObject(usual);
    const { headers } = await request(open.app.server).options(login.url).expect(204);
    expect(headers).toMatchObject(usual);
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
