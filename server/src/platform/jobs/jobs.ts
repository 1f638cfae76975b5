import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import {
  type CronItem,
  Logger,
  type LogFunctionFactory,
  parseCronItems,
  run,
  type Runner,
  runMigrations,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { PrismaClient } from '#generated/prisma/client.ts';
import { type Database, isDatabaseUnavailable, type Transaction } from '#platform/database/database.ts';
import { type JobConnection, openJobConnection, openListenPool } from './jobs-connection.ts';
import { databaseStartError } from '#platform/database/migrations.ts';

/**
 * What does the work of a job, by name. If it rejects, the job runs again later; after a crash it may run once more.
 * Its payload is what `enqueueJob` was given.
 */
export type Tasks = Record<string, (payload: never) => Promise<void>>;

/** When a task runs by itself: a crontab's five fields, in UTC. */
export interface Schedule {
  task: string;
  match: string;
}

export interface Jobs {
  /** Takes no further job and waits for the running ones, but for no longer than a few seconds. */
  stop: () => Promise<void>;
}

interface JobsOptions {
  database: Database;
  /** Should lead past a transaction pooler: LISTEN belongs to one connection. Where it does not, jobs start later. */
  directUrl: string;
  tasks: Tasks;
  schedules: Schedule[];
  logger: FastifyBaseLogger;
}

/** Jobs run at once. They wait for other servers more than they work. */
const concurrency = 4;
/** New jobs are announced; this finds those whose time has come, and all of them where nothing is announced. */
const pollIntervalMs = 2_000;
const restartPauseMs = 5_000;
/** Shorter, so that a job that has ended is gone before a new worker looks for jobs. */
const takeOffPauseMs = 250;
/** How long a worker whose loops have all ended may take to say that it has. */
const endingPatienceMs = 5_000;
/** How long a stop waits for running jobs. What still runs then is left to whoever works on the queue next, as after a crash. */
export const jobPatienceMs = 8_000;
/** Pauses between tries grow up to this: a mail that waits for its server must not come hours after it is back. */
const longestPauseMinutes = 10;
/** With such pauses, 4 days: as long as a mail server tries (RFC 5321, 4.5.4.1). */
const maxAttempts = 600;

/** Makes or updates the tables of the queue, in a schema of their own. Rejects with `StartError`. */
export async function applyJobMigrations(url: string): Promise<void> {
  const pool = openListenPool(url);
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
  } catch (error) {
    throw databaseStartError(url, 'takes no job queue', error);
  } finally {
    await pool.end();
  }
}

/**
 * Adds a job that runs if the transaction commits, `delaySeconds` from now. The payload is stored in clear: it must
 * hold no secret.
 */
export async function enqueueJob(
  tx: Transaction | PrismaClient,
  task: string,
  payload: object,
  { delaySeconds = 0 } = {},
): Promise<void> {
  await tx.$executeRaw`SELECT FROM graphile_worker.add_job(
    ${task}, ${JSON.stringify(payload)}::json, run_at => now() + ${delaySeconds} * interval '1 second',
    max_attempts => ${maxAttempts}::int)`;
}

/**
 * Works on the queue in this process until stopped. Jobs that a dead process left behind are taken up again, and a
 * worker that gave up because the database was away is started again.
 */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { logger } = options;
  const connection = openJobConnection(options);
  let worker: Worker | undefined = await launch(options, connection);
  const stopping = new AbortController();

  const supervise = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await worker?.ended.catch((err: unknown) => logger.error({ err }, 'the job worker has ended'));
      // Its schedules too, where it has not ended by itself; rejects where it has.
      await worker?.runner.stop().catch(() => {});
      await delay(restartPauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return;
      worker = await launch(options, connection).catch((err: unknown) => {
        logger.error({ err }, 'the job worker cannot start');
        return undefined;
      });
    }
  };
  const supervision = supervise();

  const stop = async (): Promise<void> => {
    stopping.abort();
    const present = worker;
    // Rejects where the worker has ended already.
    await present?.runner.stop().catch(() => {});
    await supervision;
    if (worker !== present) await worker?.runner.stop().catch(() => {});
    await connection.close();
  };
  return {
    stop: async () => {
      const patience = new AbortController();
      await Promise.race([stop(), delay(jobPatienceMs, undefined, { signal: patience.signal })]);
      patience.abort();
    },
  };
}

interface Worker {
  runner: Runner;
  /** Rejects with what has ended it. */
  ended: Promise<void>;
}

async function launch(options: JobsOptions, connection: JobConnection): Promise<Worker> {
  const { database, tasks, schedules, logger } = options;
  await takeUpAbandonedJobs(database);
  const ownSchedules: CronItem[] = [
    { task: 'shorten_pauses', match: '*/5 * * * *' },
    { task: 'take_up_abandoned_jobs', match: '* * * * *' },
  ];
  const events: WorkerEvents = new EventEmitter();
  let workerId = '';
  events.once('pool:create', ({ workerPool }) => (workerId = workerPool.id));
  const idle = allLoopsEnded(events);
  const runner = await run({
    events,
    pgPool: connection.poolFor(() => workerId),
    taskList: {
      ...taskListOf(tasks, database),
      shorten_pauses: () => shortenPauses(database),
      take_up_abandoned_jobs: () => takeUpAbandonedJobs(database),
    },
    parsedCronItems: parseCronItems([...ownSchedules, ...schedules]),
    concurrency,
    pollInterval: pollIntervalMs,
    // Through a transaction pooler each statement may meet another connection.
    noPreparedStatements: true,
    // By default the worker lets go of what it notes of ended jobs: a failure, as while the database is away, would
    // end the process. So it ends the worker, which is started again.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    noHandleSignals: true,
    logger: new Logger(logTo(logger)),
  });
  return { runner, ended: Promise.race([runner.promise, idle]) };
}

/**
 * A worker that could not note of several jobs how they ended, as while the database is away, stops its loops and then
 * waits for ever: it miscounts what is still to be noted.
 */
function allLoopsEnded(events: WorkerEvents): Promise<void> {
  return new Promise((resolve) => {
    let loops = concurrency;
    events.on('worker:stop', () => {
      loops--;
      if (loops === 0) setTimeout(resolve, endingPatienceMs).unref();
    });
  });
}

const taskListOf = (tasks: Tasks, database: Database): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, Task] => [
      name,
      async (payload, { job }) => {
        await task(payload as never);
        await takeOff(database, job.id);
      },
    ]),
  );

/** The worker tries this once only: what a database that is away did not hear of would run again. */
async function takeOff({ pool }: Database, jobId: string): Promise<void> {
  for (;;) {
    try {
      await pool.query('DELETE FROM graphile_worker._private_jobs WHERE id = $1', [jobId]);
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await delay(takeOffPauseMs, undefined, { ref: false });
    }
  }
}

async function takeUpAbandonedJobs({ pool }: Database): Promise<void> {
  await pool.query(`
    SELECT graphile_worker.force_unlock_workers(array_agg(locked_by))
    FROM (SELECT DISTINCT locked_by FROM graphile_worker.jobs
          WHERE locked_by IS NOT NULL AND locked_at < now() - interval '10 seconds') AS workers
    WHERE pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))`);
}

async function shortenPauses({ pool }: Database): Promise<void> {
  await pool.query(
    `SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now() + $1 * interval '1 minute')
     FROM graphile_worker.jobs
     WHERE attempts > 0 AND locked_at IS NULL AND run_at > now() + $1 * interval '1 minute'`,
    [longestPauseMinutes],
  );
}

/**
 * Warnings and errors only, and never the job: its payload says who does what. The worker puts an error's stack into
 * its message, which staff may read: there it is cut off, for the log has the error beside it.
 */
function logTo(logger: FastifyBaseLogger): LogFunctionFactory {
  return () => (given, text, meta) => {
    const level: string = given;
    const [message = ''] = text.split(/ with error |\n/);
    if (level === 'error') logger.error({ err: meta?.['error'] }, message);
    else if (level === 'warning') logger.warn(message);
  };
}
