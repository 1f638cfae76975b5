import { EventEmitter, once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { registerUser } from 'contract/accounts/accounts.ts';
import { operations } from 'contract/operations.ts';
import type { FastifyInstance } from 'fastify';
import type { Pool, QueryConfig } from 'pg';
import { pino } from 'pino';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '#app.ts';
import { createHashQueue } from '#auth/credentials/passwords.ts';
import { convertImage } from '#platform/files/images.ts';
import { startTelemetry } from '#platform/observability/telemetry.ts';
import { createMetrics } from '#metrics.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { loggerOptions } from '#platform/observability/logger.ts';
import { countMail, type Mail, smtpTransport } from '#platform/mail/mail.ts';
import { type MetricsServer, serveMetrics } from '#platform/observability/metrics-server.ts';
import { useTestApp } from '#test/app.ts';
import { createCaller, createUser, password, registration } from '#test/factories.ts';
import { callApi } from '#test/call.ts';
import { useFolder } from '#test/folder.ts';
import { anyAccount, flatPng } from '#test/images.ts';
import { blockJob } from '#test/jobs.ts';
import { startSmtpServer } from '#test/smtp.ts';

const test = useTestApp({ BACKUPS: 'on' });
const mail: Mail = {
  id: 'm-1',
  to: 'ada@example.org',
  subject: 'Hello',
  text: 'Hello.',
  html: '<p>Hello.</p>',
};
const asset = '/assets/main-3f2a1b.js';

const folder = useFolder();
let hashQueue: ReturnType<typeof createHashQueue>;
let app: FastifyInstance;
let server: MetricsServer;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Declassified</title>');
  writeFileSync(join(folder, asset), 'export {};');
  hashQueue = createHashQueue({ rateLimitScale: 1, publicUrl: 'https://declassified.example' });
  const { database } = test;
  const hashing = { ...test.dependencies.hashing, load: hashQueue.load };
  const metrics = createMetrics({ database, hashing, backups: test.dependencies.backups });
  app = await buildApp(test.config, { ...test.dependencies, metrics, clientFolder: folder });
  await app.listen({ host: '127.0.0.1', port: 0 });
  server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

const readText = async ({ port } = server) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

/** The value of a series, such as `jobs_due{task="greet"}`; undefined if the series is missing. */
async function read(series: string, from = server): Promise<number | undefined> {
  const lines = (await readText(from)).split('\n');
  const line = lines.find((each) => each.startsWith(`declassified_${series} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

/** Resolves when the series has the value, because a response is sent shortly before it is counted. */
async function becomes(series: string, value: number): Promise<void> {
  await expect.poll(() => read(series)).toBe(value);
}

/**
 * The increase of each series during the work. Events are counted for the whole process, whichever app they belong to.
 */
async function raises(series: string[], work: () => Promise<unknown>): Promise<number[]> {
  const readAll = () => Promise.all(series.map(async (each) => (await read(each)) ?? NaN));
  const before = await readAll();
  await work();
  return (await readAll()).map((value, i) => value - (before[i] ?? NaN));
}

/** Metrics of another database that have not been read yet, for the current test. */
async function metricsOf(database: Database): Promise<MetricsServer> {
  const metrics = createMetrics({ ...test.dependencies, database });
  const own = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 });
  onTestFinished(own.stop);
  return own;
}

const login = (username_or_email: string, enteredPassword: string) =>
  request(app.server).post('/api/user/login/').send({ username_or_email, password: enteredPassword });

describe('requests', () => {
  it('are counted and timed by route, method and status', async () => {
    const start = performance.now();
    await request(app.server).get('/api/healthz').expect(200);
    await becomes('http_requests_total{method="GET",route="/api/healthz",status="200"}', 1);
    await request(app.server).get('/api/healthz?x=1').expect(200);
    await becomes('http_requests_total{method="GET",route="/api/healthz",status="200"}', 2);
    const labels = 'method="GET",route="/api/healthz"';
    expect(await read(`http_request_duration_seconds_count{${labels}}`)).toBe(2);
    expect(await read(`http_request_duration_seconds_bucket{le="30",${labels}}`)).toBe(2);
    const seconds = await read(`http_request_duration_seconds_sum{${labels}}`);
    expect(seconds).toSatisfy((sum: number) => sum > 0 && sum < (performance.now() - start) / 1_000);
  });

  it('with unknown paths and methods have labels of a fixed set', async () => {
    const user = await createUser(test);
    const { user: other, access } = await createCaller(test);
    const paths = [
      `/api/user/${user.id}/`,
      `/api/user/users/${other.id}/`,
      '/api/no-such',
      `/${user.username}`,
    ];
    for (const path of [...paths, asset, '/api/docs/']) {
      await request(app.server).get(`${path}?mail=${user.email}`).set('authorization', `Bearer ${access}`);
    }
    await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/x`, { method: 'PROPFIND' });
    await login(user.username, 'a-canary-password');
    await becomes('http_requests_total{method="GET",route="files",status="200"}', 2);
    await becomes('http_requests_total{method="GET",route="files",status="404"}', 4);
    await becomes('http_requests_total{method="other",route="none",status="404"}', 1);
    const text = await readText();
    for (const secret of [
      user.id,
      user.username,
      user.email,
      other.id,
      '127.0.0.1',
      'canary',
      'no-such',
      asset,
    ]) {
      expect(text).not.toContain(secret);
    }
    const routes = Object.values(operations).map(({ url }) => url.replace(/:filePath$/, '*'));
    const counted = [...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route);
    expect([...routes, 'files', 'none']).toEqual(expect.arrayContaining(counted));
    const methods = new Set([...text.matchAll(/method="([^"]*)"/g)].map(([, method]) => method));
    expect(methods).toEqual(new Set(['GET', 'POST', 'other']));
  });

  it('are in flight until their response ends or the client disconnects', async () => {
    const client = new AbortController();
    const { port } = app.server.address() as AddressInfo;
    const body = `{"username_or_email":`;
    const cutOff = fetch(`http://127.0.0.1:${port}/api/user/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from(body)) }),
      signal: client.signal,
      duplex: 'half',
    });
    await becomes('http_requests_in_flight', 1);
    client.abort();
    await expect(cutOff).rejects.toThrow('aborted');
    await becomes('http_requests_in_flight', 0);
    await becomes('http_requests_total{method="POST",route="/api/user/login/",status="aborted"}', 1);
  });
});

describe('events', () => {
  it('count sign-ins by outcome', async () => {
    const ada = await createUser(test);
    const disabled = await createUser(test, { is_active: false });
    const unverified = await createUser(test, { isVerified: false });
    const outcomes = ['success', 'failed', 'locked', 'disabled', 'unverified', 'error'];
    const tryAll = async () => {
      await login(ada.username, password).expect(200);
      for (let tries = 0; tries < 5; tries += 1) await login(ada.username, 'not the password').expect(400);
      await login(ada.username, password).expect(429);
      await login('nobody-at-all', 'not the password').expect(400);
      await login(disabled.username, password).expect(403);
      await login(unverified.username, password).expect(403);
    };
    const series = outcomes.map((outcome) => `logins_total{outcome="${outcome}"}`);
    expect(await raises(series, tryAll)).toEqual([1, 6, 1, 1, 1, 0]);
  });

  it('count each registration once the account exists', async () => {
    for (const [status, count] of [
      [201, 1],
      [409, 0],
    ] as const) {
      const register = () => callApi({ app }, registerUser, { body: registration('grace') }).expect(status);
      expect(await raises(['registrations_total'], register)).toEqual([count]);
    }
  });

  it('count emails as sent, refused permanently and failed temporarily', async () => {
    const smtp = await startSmtpServer({
      refusal: (recipient) =>
        recipient.startsWith('no')
          ? { message: 'No such mailbox', responseCode: recipient === 'nobody@example.org' ? 550 : 450 }
          : undefined,
    });
    const from = 'no-reply@declassified.example';
    const transport = countMail(smtpTransport({ url: `smtp://127.0.0.1:${smtp.port}`, from }));
    const sendAll = async () => {
      await transport.send(mail);
      await expect(transport.send({ ...mail, to: 'nobody@example.org' })).rejects.toThrow('No such mailbox');
      await expect(transport.send({ ...mail, to: 'not-now@example.org' })).rejects.toThrow('No such mailbox');
      await smtp.stop();
      await expect(transport.send(mail)).rejects.toThrow('ECONNREFUSED');
    };
    const series = ['sent', 'refused', 'failed'].map((outcome) => `mails_total{outcome="${outcome}"}`);
    expect(await raises(series, sendAll)).toEqual([1, 1, 2]);
  });

  it('count refusals of rate limits by limit', async () => {
    const limited = await buildApp({ ...test.config, rateLimitScale: 0.01 }, test.dependencies);
    const remoteAddress = '203.0.113.9';
    const payload = { username_or_email: 'nobody', password: 'a wrong password' };
    const call = { method: 'POST', url: '/api/user/login/', remoteAddress, payload } as const;
    const callTwice = async () => {
      expect((await limited.inject(call)).statusCode).toBe(400);
      expect((await limited.inject(call)).statusCode).toBe(429);
    };
    expect(await raises(['rate_limit_refusals_total{limit="login"}'], callTwice)).toEqual([1]);
    await limited.close();
  });

  it('count log records as written and dropped', async () => {
    let isRefusing = true;
    const query = (statement: QueryConfig) =>
      isRefusing ? Promise.reject(new Error('no such column')) : test.database.pool.query(statement);
    const pool = Object.assign(Object.create(test.database.pool) as Pool, { query });
    const telemetry = startTelemetry({ ...test.database, pool });
    const log = pino(loggerOptions('info'), { write: telemetry.addLine });
    const series = ['dropped', 'written'].map((outcome) => `log_records_total{outcome="${outcome}"}`);
    const logBoth = async () => {
      log.info('no matter');
      log.warn('refused');
      expect(await read('log_records_waiting')).toBe(1);
      await becomes('log_records_waiting', 0);
      isRefusing = false;
      log.error('taken');
      await becomes('log_records_waiting', 0);
    };
    expect(await raises(series, logBoth)).toEqual([1, 1]);
    await telemetry.stop();
  });
});

describe('queues', () => {
  it('show the running, waiting and refused password hashes', async () => {
    const events = new EventEmitter();
    const finished = once(events, 'finish');
    const runs = Array.from({ length: 7 }, () => hashQueue.run('198.51.100.1', () => finished));
    const settled = Promise.allSettled(runs);
    const series = ['queue_running', 'queue_waiting', 'queue_refusals_total'];
    expect(await Promise.all(series.map((name) => read(`${name}{queue="hash"}`)))).toEqual([2, 4, 1]);
    events.emit('finish');
    await settled;
    expect(await read('queue_running{queue="hash"}')).toBe(0);
    expect(await read('queue_waiting{queue="hash"}')).toBe(0);
  });

  it('show the running and waiting image conversions', async () => {
    const upload = flatPng(3_000, 2_000);
    const conversions = [1, 2, 3].map(() => convertImage(upload, anyAccount()));
    await expect.poll(() => read('queue_waiting{queue="image"}'), { interval: 5 }).toBeGreaterThan(0);
    await Promise.all(conversions);
    expect(await read('queue_running{queue="image"}')).toBe(0);
  });

  it('show by task the due jobs with their age, and the scheduled and failing ones', async () => {
    const { prisma, pool } = test.database;
    for (let job = 0; job < 3; job += 1) await enqueueJob(prisma, 'greet', { to: 'a-canary' });
    await enqueueJob(prisma, 'greet', {}, { delaySeconds: 600 });
    await enqueueJob(prisma, 'part', {});
    await enqueueJob(prisma, 'part', {});
    await pool.query(`
      SELECT graphile_worker.permanently_fail_jobs(ARRAY[min(id)], 'no') FROM graphile_worker.jobs
      WHERE task_identifier IN ('greet', 'part') GROUP BY task_identifier;
      SELECT graphile_worker.reschedule_jobs(ARRAY[min(id)], run_at => now() - interval '1 hour', attempts => 1)
      FROM graphile_worker.jobs WHERE task_identifier = 'greet'`);
    const release = await blockJob(test.database, 'part');
    const own = await metricsOf(test.database);
    const ofTask = (task: string) =>
      Promise.all(
        ['due', 'scheduled', 'running', 'failing', 'given_up'].map((part) =>
          read(`jobs_${part}{task="${task}"}`, own),
        ),
      );
    expect(await ofTask('greet')).toEqual([3, 1, 0, 1, 0]);
    expect(await ofTask('part')).toEqual([0, 0, 1, 0, 1]);
    const age = await read('jobs_oldest_due_age_seconds{task="greet"}', own);
    expect(age).toBeGreaterThanOrEqual(3_600);
    expect(age).toBeLessThan(3_700);
    expect(await read('jobs_oldest_due_age_seconds{task="part"}', own)).toBe(0);
    expect(await readText(own)).not.toContain('canary');
    await release();
  });

  it('read the jobs once, however often the metrics are scraped', async () => {
    let statements = 0;
    const query = (statement: string) => {
      statements += 1;
      return test.database.pool.query(statement);
    };
    const pool = Object.assign(Object.create(test.database.pool) as Pool, { query });
    const own = await metricsOf({ ...test.database, pool });
    await Promise.all(Array.from({ length: 10 }, () => readText(own)));
    expect(await read('database_up', own)).toBe(1);
    expect(statements).toBe(1);
  });
});

describe('the database', () => {
  it('shows the state of its pool', async () => {
    const client = await test.database.pool.connect();
    try {
      expect(await read('database_connections{state="in_use"}')).toBeGreaterThanOrEqual(1);
      expect(await read('database_connections_max')).toBe(10);
      expect(await read('database_connection_waiters')).toBe(0);
      expect(await read('database_up')).toBe(1);
    } finally {
      client.release();
    }
  });

  it('is reported if it is unavailable, and all other metrics remain', async () => {
    const away = openDatabase('postgresql://nobody@127.0.0.1:1/nowhere');
    const own = await metricsOf(away);
    expect(await read('database_up', own)).toBe(0);
    expect(await read('mails_total{outcome="sent"}', own)).toBeDefined();
    expect(await readText(own)).not.toMatch(/^declassified_jobs_/m);
    await away.close();
  });

  it('delays no scrape if it never responds', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const hanging = openDatabase(`postgresql://nobody@127.0.0.1:${(silent.address() as AddressInfo).port}/x`);
    const own = await metricsOf(hanging);
    const start = performance.now();
    const values = await Promise.all([1, 2, 3].map(() => read('database_up', own)));
    expect(values).toEqual([0, 0, 0]);
    expect(performance.now() - start).toBeLessThan(15_000);
    for (const socket of sockets) socket.destroy();
    silent.close();
    await hanging.close();
  });
});

describe('the port', () => {
  it('serves GET /metrics in the text format and nothing else', async () => {
    const url = `http://127.0.0.1:${server.port}`;
    const answer = await fetch(`${url}/metrics`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await answer.text()).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    for (const path of ['/', '/metrics/', '/metricsx', '/api/healthz', '/index.html']) {
      expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 404]);
    }
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
  });

  it('is the only port with metrics', async () => {
    await request(app.server).get('/api/metrics').expect(404);
  });

  it('is refused in one line if it is busy or belongs to another machine', async () => {
    const metrics = createMetrics(test.dependencies);
    await expect(serveMetrics(metrics, { host: '127.0.0.1', port: server.port })).rejects.toMatchObject({
      name: 'StartError',
      message: `METRICS_PORT ${server.port} is busy. Set it to a free port.`,
    });
    await expect(serveMetrics(metrics, { host: '192.0.2.1', port: 0 })).rejects.toThrow('METRICS_HOST');
  });
});

it('docs/metrics.md names every metric, and the alerts and the dashboard use no other', async () => {
  const text = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8');
  const exported = [...(await readText()).matchAll(/^# TYPE (declassified_\w+) (\w+)$/gm)];
  const documented = [...text.matchAll(/^\| `(declassified_\w+)` \| (\w+) \|/gm)];
  expect(typesByName(documented)).toEqual(typesByName(exported));
  const names = new Set(exported.map(([, name]) => name));
  for (const file of ['alerts.yml', 'alerts.test.yml', 'dashboard.json']) {
    const used = readFileSync(new URL(`../../deploy/monitoring/${file}`, import.meta.url), 'utf8');
    const inFile = [...used.matchAll(/declassified_\w*[a-z]\b/g)].map(([name]) =>
      name.replace(/_bucket$/, ''),
    );
    expect(inFile.filter((name) => !names.has(name))).toEqual([]);
    expect(inFile).not.toEqual([]);
  }
});

const typesByName = (all: RegExpMatchArray[]) =>
  Object.fromEntries(all.map(([, name, type]) => [name, type]) as [string, string][]);
