import { randomUUID } from 'node:crypto';
import { login, logout } from 'contract/accounts/accounts.ts';
import { rateLimits } from 'contract/limits.ts';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Dependencies } from '#dependencies.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createUser, registration } from '#test/factories.ts';
import { type LogLine, startAppWithLog, useTestApp } from '#test/app.ts';

const test = useTestApp();

let app: FastifyInstance;
let lines: LogLine[];
async function build(dependencies: Partial<Dependencies> = {}, publicUrl = test.config.publicUrl) {
  ({ app, lines } = await startAppWithLog(test, {
    config: { rateLimitScale: 0.05, publicUrl },
    dependencies,
  }));
}

/** Malformed requests have a limit of their own, and wrong passwords of one account another. */
const signIn = () => ({ username_or_email: randomUUID(), password: 'x' });
const loan = {
  total_loan_amount: 1_000,
  duration_months: 2,
  annual_interest_rate: 6,
  compounding_frequency: 'monthly',
};
const payloadOf = (url: string) => (url.includes('/login/') ? signIn() : url.includes('/v1/') ? loan : {});
const post = (url: string, remoteAddress: string) =>
  app.inject({ method: 'POST', url, remoteAddress, payload: payloadOf(url) });
const scaledMax = (limit: { max: number }) => Math.ceil(limit.max * 0.05);
const sharedCounts = async (ipAddress: string) => {
  const { rows } = await test.database.pool.query<{ key: string; points: number }>(
    'SELECT key, points FROM rate_limit_counts WHERE key LIKE $1',
    [`%${ipAddress}%`],
  );
  return rows;
};

describe('a refused request', () => {
  it('states when the next request is allowed, and is logged once for each IP address and minute', async () => {
    await build();
    // The window begins with the first request, and a slow machine would come to its end.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    for (const ipAddress of ['203.0.113.1', '203.0.113.2']) {
      for (const url of ['/api/user/logout/', '/api/user/login/']) {
        const statuses = [];
        for (let i = 0; i < 20; i++) {
          const { statusCode, headers } = await post(url, ipAddress);
          statuses.push(statusCode);
          if (statusCode !== 429) continue;
          expect(headers['retry-after']).toBe('60');
        }
        const admitted = scaledMax(url.includes('login') ? login.rateLimit : logout.rateLimit);
        expect(statuses.filter((status) => status === 429)).toHaveLength(20 - admitted);
      }
    }
    expect(lines.filter(({ level }) => level > 30)).toMatchObject([
      { msg: 'rate limit exceeded', address: '203.0.113.1/32' },
      { msg: 'rate limit exceeded', address: '203.0.113.2/32' },
    ]);
  });
});

it('the database stores the counts of allowed requests, but not those of refused requests and loan calculations', async () => {
  await build();
  const ipAddress = '203.0.113.3';
  await post('/api/v1/finance/calculate-principal/', ipAddress);
  for (let i = 0; i < 20; i++) await post('/api/user/logout/', ipAddress);
  expect(await sharedCounts(ipAddress)).toEqual([
    { key: `logout:${ipAddress}/32`, points: scaledMax(logout.rateLimit) },
  ]);
});

it('each process counts by itself while the database is unavailable, and refuses no request because of the outage', async () => {
  const unavailable = openDatabase('postgresql://nobody:nothing@127.0.0.1:1/nowhere');
  await build({ database: unavailable });
  const statuses = [];
  for (let i = 0; i < 10; i++) statuses.push((await post('/api/user/logout/', '203.0.113.4')).statusCode);
  const admitted = scaledMax(logout.rateLimit);
  expect(statuses).toEqual([...Array<number>(admitted).fill(204), ...Array<number>(10 - admitted).fill(429)]);
  await unavailable.close();
});

it('deletes counts an hour after their window has ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await build();
    const hourAgo = Date.now() - 61 * 60_000;
    await test.database.pool.query(`INSERT INTO rate_limit_counts VALUES ('login:203.0.113.5/32', 1, $1)`, [
      hourAgo,
    ]);
    vi.advanceTimersByTime(5 * 60_000);
    await expect.poll(() => sharedCounts('203.0.113.5')).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

it('counts the IPv6 addresses of one /64 network together', async () => {
  await build();
  const statuses = [];
  for (let i = 0; i < 4; i++) {
    statuses.push((await post('/api/user/login/', `2001:db8:0:1::${i}`)).statusCode);
  }
  expect(statuses).toEqual([400, 400, 400, 429]);
  expect((await post('/api/user/login/', '2001:db8:0:2::1')).statusCode).toBe(400);
});

/** The statuses of eight equal requests. */
const statusesOf = async (url: string, payload: object | undefined, remoteAddress: string) => {
  const statuses = [];
  for (let i = 0; i < 8; i++) {
    const { statusCode } = await app.inject({
      method: 'POST',
      url,
      remoteAddress,
      payload: payload ?? payloadOf(url),
    });
    statuses.push(statusCode);
  }
  return statuses;
};

describe('a caller from a loopback IP address', () => {
  const refresh = { refresh: 'invalid' };
  const taken = registration('taken-name');
  const reset = { email: 'nobody@example.org' };

  it.each([
    ['register', '/api/user/register/', taken, 409],
    ['sign in', '/api/user/login/', undefined, 400],
    ['refresh with a wrong token', '/api/auth/token/refresh/', refresh, 401],
    ['request a password reset', '/api/user/password-reset/', reset, 200],
    ['follow a reset link', '/api/user/reset-password/x/y/', {}, 400],
  ])('may %s without a limit, but only on this machine', async (_what, url, payload, status) => {
    await build();
    if (payload === taken) await createUser(test, { username: taken.username });
    const all = Array<number>(8).fill(status);
    expect(await statusesOf(url, payload, '127.0.0.1')).toEqual(all);
    expect(await statusesOf(url, payload, '::1')).toEqual(all);
    expect(await statusesOf(url, payload, '203.0.113.6')).toContain(429);
    await build({}, 'https://declassified.example');
    expect(await statusesOf(url, payload, '127.0.0.1')).toContain(429);
  });

  it('is subject to the limit of calculations', async () => {
    await build();
    const url = '/api/v1/finance/calculate-principal/';
    const statuses = [];
    for (let i = 0; i <= scaledMax(rateLimits.calculator); i++)
      statuses.push((await post(url, '127.0.0.1')).statusCode);
    expect(statuses.filter((status) => status === 429)).toEqual([429]);
  });
});
