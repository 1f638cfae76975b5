import { type CronItem, Logger, parseCronItems, run, type Runner, runMigrations, type TaskList } from 'graphile-worker';
import { Pool, type PoolClient } from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { PrismaClient } from '#generated/prisma/client.ts';
import type { Database, Transaction } from './database.ts';

/** Does the work of one job. Throwing makes it run again later; it may run again after a crash as well. */
export type Task<Payload = unknown> = (payload: Payload) => Promise<void>;
export type Tasks = Record<string, Task<never>>;

export interface JobOptions {
  /** How often it is tried: 25 times with growing pauses, over 4 days, unless said otherwise. */
  maxAttempts?: number;
}

export interface Schedule {
  /** The name of the task. */
  task: string;
  /** A crontab's five fields, in UTC. */
  match: string;
}

export interface Jobs {
  /** Takes no further job and waits for the running ones. */
  stop: () => Promise<void>;
}

interface JobsOptions {
  database: Database;
  /** Leads past a transaction pooler: LISTEN and session locks need a connection of their own. */
  directUrl: string;
  tasks: Tasks;
  schedules: Schedule[];
  logger: FastifyBaseLogger;
}

/** Jobs run at once. They wait for other servers more than they work. */
const concurrency = 4;
/** New jobs are announced; this finds those whose time has come. */
const pollIntervalMs = 2_000;
const restartPauseMs = 5_000;
/** The worker's own pauses grow to 6 hours, too long for a person who waits for a mail. */
const longestPauseMinutes = 10;

/** Makes or updates the tables of the job queue, in a schema of their own. `url` leads past a transaction pooler. */
export async function applyJobMigrations(url: string): Promise<void> {
  const pool = openListenPool(url);
  try {
    await runMigrations({ pgPool: pool, logger: silentLogger });
  } finally {
    await pool.end();
  }
}

/** Adds a job that runs if and when the transaction commits. The payload is kept in clear: no secret may be in it. */
export async function enqueueJob(
  tx: Transaction | PrismaClient,
  task: string,
  payload: object,
  { maxAttempts }: JobOptions = {},
): Promise<void> {
  await tx.$executeRaw`SELECT FROM graphile_worker.add_job(
    ${task}, ${JSON.stringify(payload)}::json, max_attempts => ${maxAttempts ?? null}::int)`;
}

/**
 * Works on the queue in this process until stopped. Jobs that a dead process left behind are taken up at the start
 * and every few minutes; a worker that gave up because the database was away for long is started again.
 */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { database, directUrl, logger } = options;
  const listenPool = openListenPool(directUrl);
  let isStopping = false;
  let runner = await launch(options, listenPool);
  let endPause = () => {};

  const supervised = (async () => {
    for (;;) {
      await runner.promise.catch((err: unknown) => logger.error({ err }, 'the job worker has ended'));
      if (isStopping) return;
      await new Promise<void>((resolve) => {
        endPause = resolve;
        setTimeout(resolve, restartPauseMs).unref();
      });
      if (isStopping) return;
      runner = await launch(options, listenPool).catch((err: unknown) => failedRunner(err));
    }
  })();

  return {
    stop: async () => {
      isStopping = true;
      endPause();
      await runner.stop().catch(() => {});
      await supervised;
      await listenPool.end();
      await database.pool.query('SELECT 1').catch(() => {});
    },
  };
}

async function launch(options: JobsOptions, listenPool: Pool): Promise<Runner> {
  const { database, tasks, schedules, logger } = options;
  await takeUpAbandonedJobs(database);
  const taskList: TaskList = {
    ...tasks,
    shorten_pauses: () => shortenPauses(database),
    take_up_abandoned_jobs: () => takeUpAbandonedJobs(database),
  };
  const cronItems: CronItem[] = [
    { task: 'shorten_pauses', match: '*/5 * * * *' },
    { task: 'take_up_abandoned_jobs', match: '*/5 * * * *' },
    ...schedules,
  ];
  const runner = await run({
    pgPool: withListenPool(database.pool, listenPool),
    taskList,
    parsedCronItems: parseCronItems(cronItems),
    concurrency,
    pollInterval: pollIntervalMs,
    // A transaction pooler gives each statement another connection.
    noPreparedStatements: true,
    noHandleSignals: true,
    logger: loggerFor(logger),
  });
  return runner;
}
