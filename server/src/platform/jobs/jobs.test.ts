import { EventEmitter, once } from 'node:events';
import { Client } from 'pg';
import { type Logger, pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { enqueueJob, type Jobs, startJobs, type Tasks } from './jobs.ts';

let database: TestDatabase;
let running: Jobs[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()));
  running = [];
  await database.pool.query('SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs');
});
afterAll(() => database.close());

async function start(tasks: Tasks, logger: Logger = pino({ level: 'silent' })): Promise<Jobs> {
  const jobs = await startJobs({ database, directUrl: database.url, tasks, schedules: [], logger });
  running.push(jobs);
  return jobs;
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

/** Resolves when the queue is as the condition wants it. */
async function jobsUntil(isSo: (rows: JobRow[]) => boolean): Promise<JobRow[]> {
  let rows: JobRow[] = [];
  await expect.poll(async () => (rows = await readJobs())).toSatisfy(isSo);
  return rows;
}

describe('jobs', () => {
  it('run at once when their transaction commits, and never when it is undone', async () => {
    const events = new EventEmitter();
    const done: string[] = [];
    await start({
      greet: async ({ name }: { name: string }) => {
        done.push(name);
        events.emit('done');
      },
    });
    const undone = database.prisma.$transaction(async (tx) => {
      await enqueueJob(tx, 'greet', { name: 'nobody' });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    const isDone = once(events, 'done');
    await database.prisma.$transaction((tx) => enqueueJob(tx, 'greet', { name: 'ada' }));
    await isDone;
    expect(done).toEqual(['ada']);
    await jobsUntil((rows) => rows.length === 0);
  });

  it('that fail are tried again, for more than 24 hours, with growing pauses of at most 10 minutes', async () => {
    await start({ greet: () => Promise.reject(new Error('not now')) });
    await enqueueJob(database.prisma, 'greet', {});
    const [job] = await jobsUntil(([row]) => row !== undefined && row.attempts > 0 && row.locked_by === null);
    expect(job).toMatchObject({ last_error: 'not now' });
    // The worker pauses for exp(attempts) seconds, at most exp(10).
    expect(job?.seconds).toBeLessThan(Math.exp(job?.attempts ?? 0) + 1);

    await database.pool.query(
      `SELECT graphile_worker.reschedule_jobs(ARRAY[id], attempts => 12, run_at => now() + interval '6 hours')
       FROM graphile_worker.jobs WHERE task_identifier = 'greet'`,
    );
    await enqueueJob(database.prisma, 'shorten_pauses', {});
    const [shortened] = await jobsUntil(([row]) => (row?.seconds ?? Infinity) < 601);
    expect(shortened?.seconds).toBeGreaterThan(500);
    const pauses = Array.from({ length: job?.max_attempts ?? 0 }, (_, i) => Math.min(Math.exp(i + 1), 600));
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(24 * 60 * 60);
  });

  it('that fail are logged by their task, with the error beside it and not in the words for staff', async () => {
    const lines: { msg: string; err?: { message: string; stack: string } }[] = [];
    const seen = new EventEmitter();
    const stream = {
      write: (line: string) => {
        lines.push(JSON.parse(line) as (typeof lines)[number]);
        seen.emit('line');
      },
    };
    const logged = once(seen, 'line');
    const failing = { greet: () => Promise.reject(new Error('no bell')) };
    await start(failing, pino({ level: 'error' }, stream));
    await enqueueJob(database.prisma, 'greet', { of: 'nobody' });
    await logged;
    expect(lines).toMatchObject([
      {
        msg: expect.stringMatching(/^Failed task \d+ \(greet, .* attempt 1 of \d+\)$/),
        err: { message: 'no bell', stack: expect.stringContaining('jobs.test.ts') },
      },
    ]);
  });

  it('of a worker that was killed are taken up by the next one, those of a living one are not', async () => {
    await enqueueJob(database.prisma, 'greet', { of: 'dead' });
    await enqueueJob(database.prisma, 'greet', { of: 'living' });
    await database.pool.query(
      `UPDATE graphile_worker._private_jobs
       SET locked_by = payload->>'of', locked_at = now() - interval '1 minute', attempts = 1`,
    );
    const living = new Client({ connectionString: database.url });
    await living.connect();
    await living.query("SELECT pg_advisory_lock(hashtextextended('living', 0))");
    try {
      const taken: string[] = [];
      await start({
        greet: async ({ of }: { of: string }) => {
          taken.push(of);
        },
      });
      await jobsUntil((rows) => rows.length === 1);
      expect(taken).toEqual(['dead']);
      expect(await readJobs()).toMatchObject([{ locked_by: 'living' }]);
    } finally {
      await living.end();
    }
    await enqueueJob(database.prisma, 'take_up_abandoned_jobs', {});
    await jobsUntil((rows) => rows.length === 0);
  });

  it('that run are waited for when the worker stops', async () => {
    const events = new EventEmitter();
    const begun = once(events, 'begun');
    let isDone = false;
    const jobs = await start({
      greet: async () => {
        events.emit('begun');
        await once(events, 'finish');
        isDone = true;
      },
    });
    await enqueueJob(database.prisma, 'greet', {});
    await begun;
    const stopped = jobs.stop();
    events.emit('finish');
    await stopped;
    running = [];
    expect(isDone).toBe(true);
    expect(await readJobs()).toEqual([]);
    await enqueueJob(database.prisma, 'greet', {});
    expect(await readJobs()).toMatchObject([{ attempts: 0 }]);
  });

  it('take one connection beside the shared pool, and get it back when it breaks', async () => {
    const events = new EventEmitter();
    await start({
      greet: async () => {
        events.emit('done');
      },
    });
    const listeners = async () => {
      const { rows } = await database.pool.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'declassified-jobs'`,
      );
      return rows.map(({ pid }) => pid);
    };
    const [pid] = await expect.poll(listeners).toHaveLength(1).then(listeners);
    await database.pool.query('SELECT pg_terminate_backend($1)', [pid]);
    await expect.poll(listeners).toSatisfy(([now]) => now !== undefined && now !== pid);
    const isDone = once(events, 'done');
    await enqueueJob(database.prisma, 'greet', {});
    await isDone;
  });
});
