import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildApp } from '#app.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { loggerOptions, tapLog } from './logger.ts';
import { useTestApp } from '#test/app.ts';
import { redact } from './redaction.ts';
import { createTelemetry, type Telemetry } from './telemetry.ts';

const test = useTestApp();
let telemetry: Telemetry;
beforeEach(async () => {
  telemetry = createTelemetry();
  await test.database.pool.query('DELETE FROM log_records');
});
afterEach(async () => {
  vi.useRealTimers();
  await telemetry.stop();
});

const silent = { write: () => {}, flushSync: () => {} };
const logger = () => tapLog({ ...loggerOptions('info'), stream: silent }, telemetry.take);
const log = () => pino(logger(), logger().stream);

const records = async () => {
  const { rows } = await test.database.pool.query<{ level: string; message: string; from_proxy: boolean }>(
    'SELECT level, message, from_proxy FROM log_records ORDER BY created_at, id',
  );
  return rows;
};

describe('telemetry', () => {
  it('brings warnings and errors into the log records within a second, and nothing less', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    telemetry.start(test.database);
    const child = log().child({ reqId: 'r-1' });
    child.info({ route: '/' }, 'request');
    child.warn({ mail: 'verification', err: new RangeError('too far') }, 'mail refused\nfor good');
    log().error('out of order');
    log().fatal({ err: new Error('the end') }, 'the process ends');
    await vi.advanceTimersByTimeAsync(1_000);
    await expect.poll(records).toHaveLength(3);
    expect(await records()).toEqual([
      {
        level: 'WARNING',
        message: 'mail refused\\u000afor good: RangeError: too far (mail=verification request_id=r-1)',
        from_proxy: false,
      },
      { level: 'ERROR', message: 'out of order', from_proxy: false },
      { level: 'CRITICAL', message: 'the process ends: Error: the end', from_proxy: false },
    ]);
  });

  describe('of the server', () => {
    let app: FastifyInstance;
    beforeAll(async () => {
      const lines = {
        ...loggerOptions('info'),
        stream: { ...silent, write: (line: string) => telemetry.take(line) },
      };
      const broken = openDatabase('postgresql://nobody:canary-secret@127.0.0.1:1/nowhere');
      app = await buildApp(test.config, { ...test.dependencies, database: broken, logger: lines });
      return async () => {
        await app.close();
        await broken.close();
      };
    });

    it('tells of every 5xx answer, by its route', async () => {
      telemetry.start(test.database);
      const answer = await app.inject({
        method: 'POST',
        url: '/api/user/login/',
        payload: { username_or_email: 'ada', password: 'canary-secret-password' },
      });
      expect(answer.statusCode).toBe(503);
      await expect.poll(records).toHaveLength(1);
      const [record] = await records();
      expect(record?.level).toBe('WARNING');
      expect(record?.message).toContain('route=/api/user/login/');
      expect(record?.message).toContain(String(answer.headers['x-request-id']));
      expect(record?.message).not.toContain('canary');
    });
  });

  it('keeps its bound while the database is away, and says once what it could not write', async () => {
    let tries = 0;
    const query = () => {
      tries += 1;
      return Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }));
    };
    telemetry.start({ pool: { query } } as unknown as Database);
    const logged = log();
    for (let line = 0; line < 1_700; line += 1) logged.warn(`line ${line}`);
    await expect.poll(() => tries).toBeGreaterThan(0);
    telemetry.start(test.database);
    const last = {
      level: 'WARNING',
      message: expect.stringMatching(/^700 warnings and errors could not be written/),
    };
    await expect.poll(async () => (await records()).length).toBe(1_001);
    const written = await records();
    expect(
      written.filter(({ message }) => message.startsWith('line ')).map(({ message }) => message),
    ).toEqual(Array.from({ length: 1_000 }, (_, line) => `line ${line}`));
    expect(written).toContainEqual(expect.objectContaining(last));
  });

  it('counts what the database refuses as lost, pauses before the next try, and stops all the same', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    let [tries, isRefused] = [0, true];
    const query = (text: string, values: unknown[]) => {
      tries += 1;
      if (!isRefused) return test.database.pool.query(text, values);
      // A loop without a pause would else never end.
      return tries < 1_000 ? Promise.reject(new Error('no such column')) : new Promise(() => {});
    };
    telemetry.start({ pool: { query } } as unknown as Database);
    const logged = log();
    for (let line = 0; line < 900; line += 1) logged.warn(`line ${line}`);
    await vi.advanceTimersToNextTimerAsync();
    expect(tries).toBe(1);
    isRefused = false;
    await vi.advanceTimersToNextTimerAsync();
    await expect.poll(async () => (await records()).length).toBe(701);
    expect(await records()).toContainEqual(
      expect.objectContaining({ message: expect.stringMatching(/^200 warnings and errors could not/) }),
    );
    [tries, isRefused] = [0, true];
    logged.warn('the last one');
    await telemetry.stop();
    expect(tries).toBe(1);
  });

  it('never waits: a request answers at once while the database hangs', async () => {
    telemetry.start({ pool: { query: () => new Promise(() => {}) } } as unknown as Database);
    const app = Fastify({ logger: logger() });
    app.get('/', (request) => {
      request.log.warn('a warning');
      return 'here';
    });
    for (let round = 0; round < 20; round += 1) expect((await app.inject('/')).body).toBe('here');
    await app.close();
  });

  it('writes what is left when it stops', async () => {
    telemetry.start(test.database);
    log().warn('the last one');
    await telemetry.stop();
    expect(await records()).toMatchObject([{ message: 'the last one' }]);
  });
});

describe('redact', () => {
  const token = 'Zm9vYmFyYmF6cXV4cXV1eGNvcmdlZ3JhdWx0Z2FybHk1';
  it.each([
    `GET /verify-email/01930a4e-7c00-7000-8000-000000000004/${token}`,
    `https://declassified.example/reset-password/1/${token}/`,
    `authorization: Bearer ${token}`,
    `{"headers":{"authorization":"Bearer ${token}","cookie":"access_token=${token}"}}`,
    `cookie: csrftoken=1; refresh_token=${token}`,
    `{"new_password":"${token}"}`,
    `password=${token}&x=1`,
    `eyJhbGciOi.${token}.${token}`,
    `a stray ${token}.`,
    `postgresql://app:${token}@db:5432/app failed`,
    `X-CSRFToken: ${token}`,
  ])('takes the secret out of %s', (text) => {
    expect(redact(text)).not.toContain(token);
    expect(redact(text)).toContain('[redacted]');
  });

  it('takes temporary passwords out, and leaves ids and ordinary text', () => {
    expect(redact('sign in with 7h2k-9m4p-x8zq-33tw now')).toBe('sign in with [redacted] now');
    const plain =
      'user 01930a4e-7c00-7000-8000-000000000004 at route=/api/user/verify-email/:uid/:token/ failed: 23505';
    expect(redact(plain)).toBe(plain);
  });

  it.each(['-', 'a', 'password', '"', ':', 'a-', 'eyJ-', 'Bearer ', '1_'])(
    'is done quickly with 16 KiB of %j',
    (piece) => {
      const text = piece.repeat(16_384 / piece.length);
      const before = process.cpuUsage();
      redact(text);
      // Of work, in microseconds: how long it takes is a matter of what else the machine does.
      expect(process.cpuUsage(before).user).toBeLessThan(200_000);
    },
  );
});
