import { Writable } from 'node:stream';
import { rateLimits } from 'contract/limits.ts';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { useTestApp } from '#test/app.ts';

const test = useTestApp();

let app: FastifyInstance;
let lines: string[];
async function build(): Promise<void> {
  lines = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const config = { ...test.config, rateLimitScale: 0.05 };
  app = await buildApp(config, { ...test.dependencies, logger: { level: 'warn', stream } });
}
afterEach(() => app.close());

const post = (url: string, remoteAddress: string) =>
  app.inject({ method: 'POST', url, remoteAddress, payload: {} });
const max = (limit: { max: number }) => Math.ceil(limit.max * 0.05);
const shared = async () =>
  (await test.database.pool.query<{ key: string; hits: number }>('SELECT key, hits FROM rate_limit_counts'))
    .rows;

describe('a refused request', () => {
  it('says when the next one is admitted, and writes one line for its address and minute', async () => {
    await build();
    for (const address of ['203.0.113.1', '203.0.113.2']) {
      for (const url of ['/api/user/logout/', '/api/user/login/']) {
        const statuses = [];
        for (let i = 0; i < 20; i++) {
          const { statusCode, headers } = await post(url, address);
          statuses.push(statusCode);
          if (statusCode !== 429) continue;
          expect(Number(headers['retry-after'])).toBeGreaterThan(50);
          expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
        }
        const admitted = max(url.includes('login') ? rateLimits.login : rateLimits.logout);
        expect(statuses.filter((status) => status === 429)).toHaveLength(20 - admitted);
      }
    }
    const told = lines.map((line) => JSON.parse(line) as { msg: string; address: string });
    expect(told.map(({ msg, address }) => [msg, address])).toEqual([
      ['rate limit exceeded', '203.0.113.1/32'],
      ['rate limit exceeded', '203.0.113.2/32'],
    ]);
  });
});

it('counts of admitted requests are shared, those of the loan calculation never', async () => {
  await build();
  const address = '203.0.113.3';
  await post('/api/v1/finance/calculate-principal/', address);
  for (let i = 0; i < 20; i++) await post('/api/user/logout/', address);
  const own = async () => (await shared()).filter(({ key }) => key.includes(address));
  await expect.poll(own).toEqual([{ key: `logout:${address}/32`, hits: max(rateLimits.logout) }]);
});

it('IPv6 addresses of one /64 are one', async () => {
  await build();
  const statuses = [];
  for (let i = 0; i < 4; i++) {
    statuses.push((await post('/api/user/login/', `2001:db8:0:1::${i}`)).statusCode);
  }
  expect(statuses).toEqual([400, 400, 400, 429]);
  expect((await post('/api/user/login/', '2001:db8:0:2::1')).statusCode).toBe(400);
});
