import { EventEmitter, once } from 'node:events';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type DeafProxy, startDeafProxy } from '#test/deaf-proxy.ts';
import { enqueueJob, type Jobs, startJobs } from './jobs.ts';

let database: TestDatabase;
let proxy: DeafProxy;
let running: Jobs[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startDeafProxy(database.url);
});
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()));
  running = [];
  // Or the next test takes the lock of a connection that is just closing for that of its own worker.
  await vi.waitUntil(async () => (await locks()).length === 0, { timeout: 20_000 });
});
afterAll(async () => {
  await proxy.close();
  await database.close();
});

/** A worker whose `greet` emits `begun` and ends at `finish`, and what it logs. */
async function start(directUrl: string) {
  const events = new EventEmitter();
  const lines: { level: number; msg: string }[] = [];
  const logger = pino({}, { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) });
  const greet = async ({ name }: { name: string }) => {
    events.emit('begun', name);
    if (name === 'slow') await once(events, 'finish');
  };
  const jobs = await startJobs({ database, directUrl, tasks: { greet }, schedules: [], logger });
  running.push(jobs);
  return { events, lines };
}

const warningsOf = ({ lines }: Awaited<ReturnType<typeof start>>) =>
  lines.filter(({ level, msg }) => level === 40 && msg.includes('DATABASE_DIRECT_URL'));

/** The connections of workers, those in an open transaction first. */
async function connections() {
  const { rows } = await database.pool.query<{ pid: number; state: string; holds_up: boolean }>(
    `SELECT pid, state, backend_xmin IS NOT NULL OR backend_xid IS NOT NULL AS holds_up
     FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'declassified-jobs'
     ORDER BY state DESC`,
  );
  return rows;
}

const locks = async () => {
  const { rows } = await database.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
};

it('jobs run without notifications too, and one warning names the setting', async () => {
  const worker = await start(proxy.url);
  await expect.poll(() => warningsOf(worker).length).toBe(1);
  const begun = once(worker.events, 'begun');
  await enqueueJob(database.prisma, 'greet', { name: 'ada' });
  expect(await begun).toEqual(['ada']);

  proxy.cut();
  await expect.poll(() => worker.lines.some(({ msg }) => msg.includes('The connection is lost'))).toBe(true);
  await expect.poll(connections).toMatchObject([{ state: 'idle in transaction' }]);
  expect(warningsOf(worker)).toHaveLength(1);
});

it('where notifications come through nothing is warned of', async () => {
  const worker = await start(database.url);
  await expect.poll(locks).toHaveLength(1);
  expect(worker.lines).toEqual([]);
});

it('a worker without notifications shows that it lives in a transaction that holds nothing up', async () => {
  await start(proxy.url);
  await expect.poll(locks).toHaveLength(1);
  // It has its lock a moment before its statement is over.
  const living = [{ state: 'idle in transaction', holds_up: false }];
  const [connection] = await expect.poll(connections).toMatchObject(living).then(connections);
  expect(await locks()).toEqual([connection?.pid]);
});

it.each([
  ['without notifications, by one with', () => [proxy.url, database.url]],
  ['with notifications, by one without', () => [database.url, proxy.url]],
  ['without notifications, by another without', () => [proxy.url, proxy.url]],
])('a long job is left to the worker that has it %s', async (_name, urls) => {
  const [own = '', other = ''] = urls();
  const first = await start(own);
  await expect.poll(locks).toHaveLength(1);
  const begun = once(first.events, 'begun');
  await enqueueJob(database.prisma, 'greet', { name: 'slow' });
  await begun;
  await database.pool.query(
    "UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute' WHERE locked_by IS NOT NULL",
  );

  const second = await start(other);
  const names: string[] = [];
  second.events.on('begun', (name: string) => names.push(name));
  await expect.poll(locks).toHaveLength(2);
  await enqueueJob(database.prisma, 'take_up_abandoned_jobs', {});
  await expect
    .poll(async () => (await database.pool.query('SELECT FROM graphile_worker.jobs')).rowCount)
    .toBe(1);
  expect(names).toEqual([]);
  first.events.emit('finish');
  second.events.emit('finish');
});
