import { EventEmitter, on, once } from 'node:events';
import { Pool } from 'pg';
import { type Logger, pino } from 'pino';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { type DatabaseOutage, prepareOutage } from '#test/database-outage.ts';
import { ageJobLocks } from '#test/jobs.ts';
import { enqueueJob, type Jobs, startJobs, type Tasks } from './jobs.ts';

const database = useTestDatabase();
let running: Jobs[] = [];
let events = new EventEmitter();
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()));
  running = [];
  events = new EventEmitter();
  await database.pool.query('SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs');
});

function start(tasks: Tasks, logger: Logger = pino({ level: 'silent' }), directUrl = database.url): Jobs {
  const jobs = startJobs({ directUrl, tasks, schedules: [], logger });
  running.push(jobs);
  return jobs;
}

/** A task that records its runs, emits `started <name>` and ends at `finish <name>`. If it is broken, its first run fails. */
function recordRuns(runs: string[]) {
  return async ({ name, isBroken = false }: { name: string; isBroken?: boolean }) => {
    const isFirst = !runs.includes(name);
    runs.push(name);
    if (!isFirst) return;
    const finish = once(events, `finish ${name}`);
    events.emit(`started ${name}`);
    await finish;
    if (isBroken) throw new Error('not now');
  };
}

async function startJob(job: { name: string; isBroken?: boolean }): Promise<void> {
  const started = once(events, `started ${job.name}`);
  await enqueueJob(database.prisma, 'greet', job);
  await started;
}

interface JobRow {
  attempts: number;
  max_attempts: number;
  seconds: number;
  last_error: string | null;
  locked_by: string | null;
}

async function readJobs(): Promise<JobRow[]> {
  const { rows } = await database.pool.query<JobRow>(
    `SELECT attempts, max_attempts, extract(epoch FROM run_at - now())::float8 AS seconds, last_error, locked_by
     FROM graphile_worker.jobs WHERE task_identifier = 'greet'`,
  );
  return rows;
}

/** Resolves when the condition is true for the queue. */
async function jobsUntil(condition: (rows: JobRow[]) => boolean): Promise<JobRow[]> {
  let rows: JobRow[] = [];
  await expect.poll(async () => (rows = await readJobs())).toSatisfy(condition);
  return rows;
}

describe('jobs', () => {
  it('run at once when their transaction is committed, and never when it is rolled back', async () => {
    const done: string[] = [];
    start({
      greet: async ({ name }: { name: string }) => {
        done.push(name);
        events.emit('done');
      },
    });
    const rolledBack = database.prisma.$transaction(async (tx) => {
      await enqueueJob(tx, 'greet', { name: 'nobody' });
      throw new Error('roll back');
    });
    await expect(rolledBack).rejects.toThrow('roll back');
    const doneEvent = once(events, 'done');
    await database.prisma.$transaction((tx) => enqueueJob(tx, 'greet', { name: 'ada' }));
    await doneEvent;
    expect(done).toEqual(['ada']);
    await jobsUntil((rows) => rows.length === 0);
  });

  it('are retried for more than 24 hours if they fail, with increasing pauses of at most 10 minutes', async () => {
    start({ greet: () => Promise.reject(new Error('not now')) });
    await enqueueJob(database.prisma, 'greet', {});
    const [job] = await jobsUntil(([row]) => row !== undefined && row.attempts > 0 && row.locked_by === null);
    expect(job).toMatchObject({ last_error: 'not now' });
    // The worker pauses for exp(attempts) seconds, at most exp(10).
    expect(job?.seconds).toBeLessThan(Math.exp(job?.attempts ?? 0) + 1);

    await database.pool.query(
      `SELECT graphile_worker.reschedule_jobs(ARRAY[id], attempts => 12, run_at => now() + interval '6 hours')
       FROM graphile_worker.jobs WHERE task_identifier = 'greet'`,
    );
    await enqueueJob(database.prisma, 'maintain_job_queue', {});
    const [shortened] = await jobsUntil(([row]) => (row?.seconds ?? Infinity) < 601);
    expect(shortened?.seconds).toBeGreaterThan(500);
    const pauses = Array.from({ length: job?.max_attempts ?? 0 }, (_, i) => Math.min(Math.exp(i + 1), 600));
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(24 * 60 * 60);
  });

  it('are logged with their task if they fail, with the error separate from the text for staff', async () => {
    const logEvents = new EventEmitter();
    const logged = once(logEvents, 'line');
    const failing = { greet: () => Promise.reject(new Error('no bell')) };
    start(
      failing,
      pino({ level: 'error' }, { write: (line) => void logEvents.emit('line', JSON.parse(line)) }),
    );
    await enqueueJob(database.prisma, 'greet', { of: 'nobody' });
    expect(await logged).toMatchObject([
      {
        msg: expect.stringMatching(/^Failed task \d+ \(greet, .* attempt 1 of \d+\)$/),
        err: { message: 'no bell', stack: expect.stringContaining('jobs.test.ts') },
      },
    ]);
  });

  it('run again within the same attempt, without a backoff, if the database is unavailable', async () => {
    const outage = await prepareOutage(database.url);
    const pool = new Pool({ connectionString: outage.url });
    await outage.begin();
    const done = once(events, 'done');
    start({
      greet: async () => {
        await pool.query('SELECT').catch(async (error: unknown) => {
          await outage.end();
          throw error;
        });
        events.emit('done', await readJobs());
      },
    });
    await enqueueJob(database.prisma, 'greet', {});
    expect(await done).toMatchObject([[{ attempts: 1, last_error: null }]]);
    await pool.end();
    await outage.begin();
  });

  it('are completed before the worker stops if they are running', async () => {
    const runs: string[] = [];
    const jobs = start({ greet: recordRuns(runs) });
    await startJob({ name: 'ada' });
    const stopped = jobs.stop();
    events.emit('finish ada');
    await stopped;
    expect(await readJobs()).toEqual([]);
    await enqueueJob(database.prisma, 'greet', { name: 'grace' });
    expect(await readJobs()).toMatchObject([{ attempts: 0 }]);
    expect(runs).toEqual(['ada']);
  });

  it('are not taken over from a live worker, however long they take', async () => {
    const runs: string[] = [];
    start({ greet: recordRuns(runs) });
    await startJob({ name: 'ada' });
    const livenessLocks = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE locktype = 'advisory' AND granted AND datname = current_database()`;
    await expect.poll(async () => (await database.pool.query(livenessLocks)).rowCount).toBe(1);
    await ageJobLocks(database);
    const maintained = once(events, 'started maintained');
    start({ greet: recordRuns(runs) });
    await enqueueJob(database.prisma, 'maintain_job_queue', {});
    await expect
      .poll(async () => (await database.pool.query('SELECT FROM graphile_worker.jobs')).rowCount)
      .toBe(1);
    await enqueueJob(database.prisma, 'greet', { name: 'maintained' });
    await maintained;
    for (const name of ['ada', 'maintained']) events.emit(`finish ${name}`);
    await jobsUntil((rows) => rows.length === 0);
    expect(runs).toEqual(['ada', 'maintained']);
  });
});

describe('when the database fails while jobs run', () => {
  let outage: DatabaseOutage;
  beforeAll(async () => {
    outage = await prepareOutage(database.url);
    return () => outage.begin();
  });

  it('the process continues, further jobs run, and jobs whose end was not recorded run again', async () => {
    const logged = async (text: string) => {
      for await (const [line] of on(events, 'logged')) if (String(line).includes(text)) return;
    };
    const runs: string[] = [];
    const logger = pino({ level: 'error' }, { write: (line) => void events.emit('logged', line) });
    start({ greet: recordRuns(runs) }, logger, outage.url);
    const broken = ['ada', 'grace'];
    for (const name of broken) await startJob({ name, isBroken: true });
    await startJob({ name: 'barbara' });
    await outage.begin();
    for (const name of [...broken, 'barbara']) {
      const failureLogged = logged(name === 'barbara' ? 'Failed to complete jobs' : 'Failed to fail jobs');
      events.emit(`finish ${name}`);
      await failureLogged;
    }
    await outage.end();
    await startJob({ name: 'edsger' });
    await ageJobLocks(database);
    await enqueueJob(database.prisma, 'maintain_job_queue', {});
    events.emit('finish edsger');
    await jobsUntil((rows) => rows.length === 0);
    expect(runs.toSorted()).toEqual(['ada', 'ada', 'barbara', 'barbara', 'edsger', 'grace', 'grace']);
  });
});
