import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import {
  type LogFunctionFactory,
  Logger,
  parseCronItems,
  run,
  runOnce,
  runMigrations,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { Pool, type QueryConfig } from 'pg';
import type { PrismaClient } from '#generated/prisma/client.ts';
import {
  connectionLifeSeconds,
  type Database,
  isDatabaseUnavailable,
  type Transaction,
} from '#platform/database/database.ts';
import { databaseStartError } from '#platform/database/database-start-error.ts';
import { addJob, type JobOptions } from './jobs.queries.ts';

/** A rejected job is retried. After a crash a job may run twice. */
export type Tasks = Record<string, (payload: never) => Promise<unknown>>;

/** Five crontab fields, in UTC. */
export interface Schedule {
  task: string;
  match: string;
}

export interface Jobs {
  /** Starts no further job and waits a few seconds for the running ones. */
  stop: () => Promise<void>;
}

interface JobsOptions {
  /** Must not be a transaction pooler: LISTEN and session locks belong to one connection. */
  directUrl: string;
  tasks: Tasks;
  schedules: Schedule[];
  logger: FastifyBaseLogger;
}

/** Jobs mostly wait for other servers. */
const concurrency = 4;
/** Finds delayed jobs. NOTIFY announces new ones. */
const pollIntervalMs = 2_000;
const restartPauseMs = 2_000;
const connectTimeoutMs = 3_000;
/** A job that still runs after this time is retried by another worker, as after a crash. */
export const jobTimeoutMs = 8_000;
/** The longest backoff, so that an email does not arrive hours after the mail server has recovered. */
const maxBackoffMinutes = 10;
const livenessLockDelayMs = 1_000;
/** Longer than a worker needs to take its lock at its start or after a lost connection. */
const abandonedAfterSeconds = 30;

function openJobPool(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max: concurrency,
    connectionTimeoutMillis: connectTimeoutMs,
    maxLifetimeSeconds: connectionLifeSeconds,
    application_name: 'declassified-jobs',
    keepAlive: true,
  });
  // A broken connection is replaced. Without listeners it would crash the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export async function applyJobMigrations(url: string): Promise<void> {
  const pool = openJobPool(url);
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
  } catch (error) {
    throw databaseStartError(url, 'does not accept the job queue', error);
  } finally {
    await pool.end();
  }
}

/**
 * Adds a job that runs if the transaction commits. The payload is stored in plain text, so it
 * must not contain a secret.
 */
export async function enqueueJob(
  tx: Transaction | PrismaClient,
  task: string,
  payload: object,
  options?: JobOptions,
): Promise<void> {
  await tx.$executeRaw`SELECT FROM ${addJob(task, payload, options)}`;
}

/** Runs the due jobs of these tasks, and ends. A running server may be faster. */
export async function runDueJobs(url: string, tasks: Tasks): Promise<void> {
  const pool = openJobPool(url);
  try {
    await runOnce({
      pgPool: pool,
      taskList: taskListOf(tasks),
      concurrency: 1,
      noPreparedStatements: true,
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
    });
  } finally {
    await pool.end();
  }
}

/** A worker that ends by itself is restarted. */
export function startJobs(options: JobsOptions): Jobs {
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = async () => {
    while (!signal.aborted) {
      const pool = openJobPool(options.directUrl);
      await runWorker(options, pool, signal).catch((err: unknown) =>
        options.logger.error({ err }, 'the job worker has ended'),
      );
      await pool.end();
      await delay(restartPauseMs, undefined, { signal }).catch(() => {});
    }
  };
  const ended = work();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([ended, delay(jobTimeoutMs, undefined, { ref: false })]);
    },
  };
}

async function runWorker({ tasks, schedules, logger }: JobsOptions, pool: Pool, signal: AbortSignal) {
  const events: WorkerEvents = new EventEmitter();
  takeLivenessLock(events);
  const runner = await run({
    events,
    pgPool: pool,
    taskList: { ...taskListOf(tasks), maintain_job_queue: () => maintainQueue(pool) },
    parsedCronItems: parseCronItems([{ task: 'maintain_job_queue', match: '* * * * *' }, ...schedules]),
    concurrency,
    pollInterval: pollIntervalMs,
    // Through a transaction pooler each statement may use another connection.
    noPreparedStatements: true,
    // With the default of -1, a job whose end cannot be stored, for example while the database is down, ends the process.
    // With 0 it ends the worker, in some cases without settling its promise. Therefore the event is used.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    noHandleSignals: true,
    logger: new Logger(logTo(logger)),
  });
  const stopped = new Promise<void>((resolve) => {
    events.once('pool:fatalError', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  // `stop` rejects if the worker has already stopped.
  await Promise.race([runner.promise, stopped]).finally(() => runner.stop().catch(() => {}));
}

const taskListOf = (tasks: Tasks): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]): [string, Task] => [
      name,
      (payload) => runTask(() => task(payload as never)),
    ]),
  );

/**
 * Repeats a task for some seconds while the database is unavailable. A failed attempt would make an email wait for its
 * backoff, longer than a new primary takes.
 */
async function runTask(task: () => Promise<unknown>): Promise<void> {
  const repeatUntil = performance.now() + jobTimeoutMs;
  for (;;) {
    try {
      await task();
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > repeatUntil) throw error;
      await delay(restartPauseMs);
    }
  }
}

/**
 * A killed worker leaves its jobs locked for 4 hours. Therefore each worker takes an advisory lock on its id, on the
 * connection that listens. PostgreSQL releases it with the connection, and jobs whose worker has no lock are unlocked.
 * The lock is shared, so that a new connection need not wait for the end of a broken one.
 */
function takeLivenessLock(events: WorkerEvents): void {
  let timer: NodeJS.Timeout | undefined;
  events.on('pool:listen:success', ({ workerPool, client }) => {
    // The event precedes the worker's own LISTEN, and a connection runs one statement at a time.
    timer = setTimeout(() => {
      client
        .query('SELECT pg_advisory_lock_shared(hashtextextended($1, 0))', [workerPool.id])
        .catch(() => {});
    }, livenessLockDelayMs);
  });
  events.on('pool:listen:release', () => clearTimeout(timer));
}

async function maintainQueue(pool: Pool): Promise<void> {
  await pool.query(
    `SELECT graphile_worker.force_unlock_workers(array_agg(locked_by))
     FROM (SELECT DISTINCT locked_by FROM graphile_worker.jobs
           WHERE locked_by IS NOT NULL AND locked_at < now() - $1 * interval '1 second') AS workers
     WHERE pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))`,
    [abandonedAfterSeconds],
  );
  await pool.query(
    `SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now() + $1 * interval '1 minute')
     FROM graphile_worker.jobs
     WHERE attempts > 0 AND locked_at IS NULL AND run_at > now() + $1 * interval '1 minute'`,
    [maxBackoffMinutes],
  );
}

/**
 * Logs only warnings and errors, without the payload of the job. The worker includes the stack of an error in its
 * message, which staff may read. It is removed, because `err` contains it.
 */
function logTo(logger: FastifyBaseLogger): LogFunctionFactory {
  return () => (logLevel, text, meta) => {
    const level: string = logLevel;
    const [message = ''] = text.split(/ with error |\n/);
    if (level === 'error') logger.error({ err: meta?.['error'] }, message);
    else if (level === 'warning') logger.warn(message);
  };
}

/** The jobs of one task in all processes. */
export interface TaskLoad {
  task: string;
  due: number;
  /** Includes retries that wait for their backoff. */
  scheduled: number;
  running: number;
  failing: number;
  abandoned: number;
  oldestDueSeconds: number;
}

const responseTimeoutMs = 2_000;

/** Rejects if the database does not respond within seconds. */
export async function readJobQueue({ pool }: Database): Promise<TaskLoad[]> {
  const statement: QueryConfig & { query_timeout: number } = {
    query_timeout: responseTimeoutMs,
    text: `
      SELECT task_identifier AS task,
             count(*) FILTER (WHERE is_waiting AND run_at <= now())::float8 AS due,
             count(*) FILTER (WHERE is_waiting AND run_at > now())::float8 AS scheduled,
             count(*) FILTER (WHERE locked_at IS NOT NULL)::float8 AS running,
             count(*) FILTER (WHERE last_error IS NOT NULL AND (is_waiting OR locked_at IS NOT NULL))::float8 AS failing,
             count(*) FILTER (WHERE locked_at IS NULL AND NOT is_waiting)::float8 AS "abandoned",
             coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE is_waiting AND run_at <= now())), 0)::float8
               AS "oldestDueSeconds"
      FROM (SELECT *, locked_at IS NULL AND attempts < max_attempts AS is_waiting FROM graphile_worker.jobs) AS jobs
      GROUP BY task_identifier`,
  };
  return (await pool.query<TaskLoad>(statement)).rows;
}
