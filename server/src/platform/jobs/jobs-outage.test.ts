import { EventEmitter, on, once } from 'node:events';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type DatabaseOutage, prepareOutage } from '#test/database-outage.ts';
import { type Database, isDatabaseUnavailable, openDatabase } from '#platform/database/database.ts';
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
    const isTriedAgain = runs.includes(name);
    runs.push(name);
    // Nobody waits for it then.
    if (isBroken && isTriedAgain) return;
    events.emit(`begun ${name}`);
    await once(events, `finish ${name}`);
    if (isBroken) throw new Error('not now');
  };
  const logger = pino({ level: 'error' }, { write: (line) => void events.emit('logged', line) });
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
  const begun = once(events, `begun ${job.name}`);
  await enqueueJob(database.prisma, 'greet', job);
  await begun;
}

async function logged(text: string): Promise<void> {
  for await (const [line] of on(events, 'logged')) if (String(line).includes(text)) return;
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
    await expect.poll(countJobs).toBe(0);
    await begin({ name: 'grace' });
    events.emit('finish grace');
    await expect.poll(countJobs).toBe(0);
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
    // The other one goes as well once it is tried again.
    await expect.poll(countJobs).toBeLessThan(2);
  }, 60_000);

  it('further jobs run, where several failed meanwhile, one after the other, and one went on', async () => {
    await begin({ name: 'ada', isBroken: true });
    await begin({ name: 'grace', isBroken: true });
    await begin({ name: 'barbara' });
    await outage.begin();
    for (const name of ['ada', 'grace']) {
      const unnoted = logged('Failed to fail jobs');
      events.emit(`finish ${name}`);
      await unnoted;
    }
    await outage.end();
    events.emit('finish barbara');
    await begin({ name: 'edsger' });
    events.emit('finish edsger');
    expect(runs).toContain('edsger');
  }, 60_000);
});

describe('when the database refuses to note how jobs have ended', () => {
  it('they run again once it takes notes again, whoever had them before', async () => {
    const refuse =
      'ALTER TABLE graphile_worker._private_jobs ADD CONSTRAINT no_notes CHECK (last_error IS NULL)';
    await begin({ name: 'ada', isBroken: true });
    await begin({ name: 'grace', isBroken: true });
    await database.pool.query(refuse);
    try {
      for (const name of ['ada', 'grace']) {
        const unnoted = logged('Failed to fail jobs');
        events.emit(`finish ${name}`);
        await unnoted;
      }
    } finally {
      await database.pool.query('ALTER TABLE graphile_worker._private_jobs DROP CONSTRAINT no_notes');
    }
    // As a little later, when nobody could be about to run them.
    await database.pool.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute'`,
    );
    await expect.poll(() => runs.toSorted()).toEqual(['ada', 'ada', 'grace', 'grace']);
    await expect.poll(countJobs).toBe(0);
  }, 60_000);
});
