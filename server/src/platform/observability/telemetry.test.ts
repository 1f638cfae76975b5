import Fastify from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { loggerOptions } from './logger.ts';
import { startSecondApp, useTestApp } from '#test/app.ts';
import { redact } from './log-text.ts';
import { startTelemetry, type Telemetry } from './telemetry.ts';

const test = useTestApp();
/** Replaces the statements of the telemetry, unless it is undefined. */
let fault: (() => Promise<never>) | undefined;
let telemetry: Telemetry;
beforeEach(async () => {
  fault = undefined;
  const query = (...args: Parameters<typeof test.database.pool.query>) =>
    fault ? fault() : test.database.pool.query(...args);
  const pool = Object.assign(Object.create(test.database.pool), { query });
  telemetry = startTelemetry({ ...test.database, pool });
  await test.database.pool.query('DELETE FROM log_records');
});
afterEach(() => telemetry.stop());

const options = () => ({ ...loggerOptions('info'), stream: { write: telemetry.addLine } });
const log = () => pino(loggerOptions('info'), options().stream);

const of = (message: string) => ({ err: new Error(message) });

const records = async () => {
  const { rows } = await test.database.pool.query<{ level: string; message: string; from_proxy: boolean }>(
    'SELECT level, message, from_proxy FROM log_records ORDER BY created_at, id',
  );
  return rows;
};

describe('telemetry', () => {
  it('writes warnings and errors to the log records within a second, and no lower levels', async () => {
    await telemetry.stop();
    vi.useFakeTimers({ toFake: ['setInterval'] });
    telemetry = startTelemetry(test.database);
    const child = log().child({ reqId: 'r-1' });
    child.info({ route: '/' }, 'request');
    child.warn({ mail: 'verification', err: new RangeError('too far') }, 'mail refused\nfor good');
    log().error('out of order');
    log().fatal({ err: new Error('the end') }, 'the process ends');
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
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

  it('stores the reason of an error without source lines and paths, which only the log has', async () => {
    const message =
      '\nInvalid `prisma.user.findMany()` invocation in\n/srv/app/server/src/users.ts:12:34\n\n' +
      "   9 const secretRule = 1\n→ 12 prisma.user.findMany(\nCan't reach database server at 127.0.0.1:5432";
    log().error({ err: new Error(message) }, 'request crashed');
    log().warn(
      new Error("ENOENT: no such file, open '/srv/app/content/tax-rules.json'\n    at open (node:fs:1)"),
    );
    await telemetry.stop();
    const texts = (await records()).map((record) => record.message);
    expect(texts).toEqual([
      "request crashed: Error: Can't reach database server at 127.0.0.1:5432",
      "ENOENT: no such file, open '[path]': Error: ENOENT: no such file, open '[path]'",
    ]);
  });

  it('writes a record of every 5xx response, with its route', async () => {
    const database = openDatabase('postgresql://nobody:canary-secret@127.0.0.1:1/nowhere');
    const logger = { ...loggerOptions('info'), stream: { write: telemetry.addLine } };
    const app = await startSecondApp(test, { dependencies: { database, logger } });
    const response = await app.inject({
      method: 'POST',
      url: '/api/user/login/',
      payload: { username_or_email: 'ada', password: 'canary-secret-password' },
    });
    expect(response.statusCode).toBe(503);
    await expect.poll(records).toHaveLength(1);
    const [record] = await records();
    expect(record?.level).toBe('WARNING');
    expect(record?.message).toContain('route=/api/user/login/');
    expect(record?.message).toContain(String(response.headers['x-request-id']));
    expect(record?.message).not.toContain('canary');
    await database.close();
  });

  it('writes no record that names a route, a table or a file of flags, which only the log has', async () => {
    const crashed = 'request crashed';
    log().error({ ...of('x'), method: 'POST', route: '/api/user/flags/' }, crashed);
    log().warn({ route: '/api/user/flags/:id/answer/' }, 'The service is unavailable.');
    log().warn({ address: '192.0.2.1', url: '/api/user/flags/list/', refusals: 3 }, 'rate limit exceeded');
    log().error(
      of('Foreign key constraint violated on the constraint: `flags_calculation_id_fkey`'),
      crashed,
    );
    log().error(of('Unique constraint failed on the fields: (`user_id`,`flagger_id`)'), 'tool crashed');
    log().error(of('relation "flags" does not exist'), 'Failed task');
    log().error(of('flagged/ab.webp is missing'), 'Failed task');
    log().warn('mail refused: the message was flagged as spam');
    await telemetry.stop();
    expect(await records()).toMatchObject([{ message: 'mail refused: the message was flagged as spam' }]);
  });

  it('buffers lines in order, up to its limit, while the database is unavailable', async () => {
    let attempts = 0;
    fault = () => {
      attempts += 1;
      return Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }));
    };
    const logged = log();
    for (let line = 0; line < 4_700; line += 1) logged.warn(`line ${line}`);
    await expect.poll(() => attempts).toBe(2);
    fault = undefined;
    await expect.poll(async () => (await records()).length).toBe(4_000);
    expect((await records()).map(({ message }) => message)).toEqual(
      Array.from({ length: 4_000 }, (_, line) => `line ${line}`),
    );
  });

  it('never delays a request while the database does not respond', async () => {
    fault = () => new Promise(() => {});
    const app = Fastify({ logger: options() });
    app.get('/', (request) => {
      request.log.warn('a warning');
      return 'here';
    });
    for (let round = 0; round < 20; round += 1) expect((await app.inject('/')).body).toBe('here');
    await app.close();
  });

  it('writes the remaining lines when it stops', async () => {
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
  ])('removes the secret from %s', (text) => {
    expect(redact(text)).not.toContain(token);
    expect(redact(text)).toContain('[redacted]');
  });

  it('removes temporary passwords, and does not change ids and ordinary text', () => {
    expect(redact('sign in with 7h2k-9m4p-x8zq-33tw now')).toBe('sign in with [redacted] now');
    const plain =
      'user 01930a4e-7c00-7000-8000-000000000004 at route=/api/user/verify-email/:uid/:token/ failed: 23505';
    expect(redact(plain)).toBe(plain);
  });

  it.each(['-', 'a', 'password', '"', ':', 'a-', 'eyJ-', 'Bearer ', '1_'])(
    'is fast with 16 KiB of %j',
    (piece) => {
      const text = piece.repeat(16_384 / piece.length);
      const before = process.cpuUsage();
      redact(text);
      // CPU time in microseconds, because elapsed time depends on the load of the machine.
      expect(process.cpuUsage(before).user).toBeLessThan(200_000);
    },
  );
});
