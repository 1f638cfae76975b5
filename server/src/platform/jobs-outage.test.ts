import { EventEmitter, once } from 'node:events';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type DatabaseOutage, prepareOutage } from '#test/database-outage.ts';
import { type Database, isDatabaseUnavailable, openDatabase } from './database.ts';
import { enqueueJob, type Jobs, startJobs } from './jobs.ts';

let database: TestDatabase;
let outage: DatabaseOutage;
/** As the server under test reaches it. */
let reached: Database;
let jobs: Jobs;
const events = new EventEmitter();
let runs: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  runs = [];
  outage = await prepareOutage(database.url);
  reached = openDatabase(outage.url);
  const greet = async ({ name, isBroken = false }: { name: string; isBroken?: boolean }) => {
    runs.push(name);
    events.emit('begun', name);
    await once(events, `finish ${name}`);
    if (isBroken && runs.length === 1) throw new Error('not now');
  };
  const logger = pino({ level: 'silent' });
  jobs = await startJobs({
    database: reached,
    directUrl: outage.url,
    tasks: { greet },
    schedules: [],
    logger,
  });
});
afterEach(async () => {
  await jobs.stop();
  await reached.close();
  await outage.begin();
});
afterAll(() => database.close());

async function begin(job: { name: string; isBroken?: boolean }): Promise<void> {
  const begun = once(events, 'begun');
  await enqueueJob(database.prisma, 'greet', job);
  await begun;
}

const countJobs = async () => {
  const { rows } = await database.pool.query('SELECT FROM graphile_worker.jobs');
  return rows.length;
};

describe('when the database goes while a job runs', () => {
  it('the process goes on, and the job that has ended meanwhile does not run again', async () => {
    await begin({ name: 'ada' });
    await outage.begin();
    events.emit('finish ada');
    await expect(reached.pool.query('SELECT 1')).rejects.toSatisfy(isDatabaseUnavailable);
    await outage.end();
    await expect.poll(countJobs, { timeout: 15_000 }).toBe(0);
    await begin({ name: 'grace' });
    events.emit('finish grace');
    await expect.poll(countJobs, { timeout: 15_000 }).toBe(0);
    expect(runs).toEqual(['ada', 'grace']);
  }, 60_000);

  it('the process goes on, and further jobs run, where the job failed meanwhile', async () => {
    await begin({ name: 'ada', isBroken: true });
    await outage.begin();
    events.emit('finish ada');
    await expect(reached.pool.query('SELECT 1')).rejects.toSatisfy(isDatabaseUnavailable);
    await outage.end();
    await begin({ name: 'grace' });
    events.emit('finish grace');
    await expect.poll(countJobs, { timeout: 15_000 }).toBe(1);
  }, 60_000);
});
