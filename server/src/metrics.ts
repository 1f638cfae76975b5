import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { Counts, QueueLoad } from '#platform/observability/counts.ts';
import { imageQueueLoad } from '#platform/files/images.ts';
import type { PasswordHashing } from '#auth/passwords.ts';
import type { Telemetry } from '#platform/observability/telemetry.ts';
import type { Database } from '#platform/database/database.ts';
import { readJobQueue, type TaskLoad } from '#platform/jobs/job-queue.ts';

export interface Watched {
  database: Database;
  counts: Counts;
  hashing: PasswordHashing;
  telemetry: Telemetry;
}

/** A metric that is read where it is known, whenever somebody asks. */
interface Reading {
  /** A counter's ends in `_total`, any other is a gauge's. */
  name: string;
  help: string;
  label?: string;
  /** By the label's values, or the one number of a metric without a label. */
  read: () => Values | Promise<Values>;
}

type Values = Record<string, number> | number;

/**
 * Every metric but those of requests, which their plugin adds; docs/metrics.md explains them. The values of labels come
 * from the code, never from a caller.
 */
export function createMetrics(watched: Watched): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const readings = [
    ...ofPool(watched),
    ...ofJobs(watched),
    ...ofQueues(watched),
    ...ofEvents(watched),
    ...ofLogRecords(watched),
  ];
  for (const reading of readings) add(registry, reading);
  return registry;
}

const ofPool = ({ database: { pool } }: Watched): Reading[] => [
  {
    name: 'database_connections',
    help: 'Connections of the pool.',
    label: 'state',
    read: () => ({ idle: pool.idleCount, in_use: pool.totalCount - pool.idleCount }),
  },
  {
    name: 'database_connections_max',
    help: 'The most connections that the pool opens.',
    read: () => pool.options.max,
  },
  {
    name: 'database_connection_waiters',
    help: 'Statements that wait for a connection of the pool.',
    read: () => pool.waitingCount,
  },
];

/** However often somebody asks, the database is asked once in this time. */
const jobsKeptMs = 5_000;

function ofJobs({ database }: Watched): Reading[] {
  // Undefined where the database does not answer.
  const readJobs = keepFor(jobsKeptMs, () => readJobQueue(database).catch(() => undefined));
  const byTask = (part: Exclude<keyof TaskLoad, 'task'>) => async () =>
    Object.fromEntries((await readJobs())?.map((load) => [load.task, load[part]]) ?? []);
  const label = 'task';
  return [
    {
      name: 'database_up',
      help: 'Whether the database answered.',
      read: async () => ((await readJobs()) ? 1 : 0),
    },
    { name: 'jobs_due', help: 'Jobs that could run now.', label, read: byTask('due') },
    {
      name: 'jobs_oldest_due_age_seconds',
      help: 'How long the oldest due job has been due.',
      label,
      read: byTask('oldestDueSeconds'),
    },
    { name: 'jobs_scheduled', help: 'Jobs whose time has not come.', label, read: byTask('scheduled') },
    { name: 'jobs_running', help: 'Jobs under way.', label, read: byTask('running') },
    { name: 'jobs_failing', help: 'Jobs that failed and are tried again.', label, read: byTask('failing') },
    { name: 'jobs_given_up', help: 'Jobs that failed for good.', label, read: byTask('givenUp') },
  ];
}

function ofQueues({ hashing }: Watched): Reading[] {
  const label = 'queue';
  const byQueue = (part: keyof QueueLoad) => () => ({
    hash: hashing.load()[part],
    image: imageQueueLoad()[part],
  });
  return [
    { name: 'queue_running', help: 'Work under way.', label, read: byQueue('running') },
    { name: 'queue_waiting', help: 'Work that waits for its turn.', label, read: byQueue('waiting') },
    { name: 'queue_refusals_total', help: 'Work that found no turn.', label, read: byQueue('refused') },
  ];
}

const ofEvents = ({ counts }: Watched): Reading[] => [
  { name: 'logins_total', help: 'Attempts to sign in.', label: 'outcome', read: () => counts.logins },
  { name: 'registrations_total', help: 'Accounts registered.', read: () => counts.registrations },
  { name: 'mails_total', help: 'Attempts to send an e-mail.', label: 'outcome', read: () => counts.mails },
  {
    name: 'rate_limit_refusals_total',
    help: 'Requests over a rate limit.',
    label: 'limit',
    read: () => counts.rateLimitRefusals,
  },
];

const ofLogRecords = ({ telemetry }: Watched): Reading[] => [
  {
    name: 'log_records_total',
    help: 'Warnings and errors meant for the log records.',
    label: 'outcome',
    read: () => {
      const { written, dropped } = telemetry.counts();
      return { written, dropped };
    },
  },
  {
    name: 'log_records_waiting',
    help: 'Warnings and errors not yet written to the log records.',
    read: () => telemetry.counts().waiting,
  },
];

function add(registry: Registry, { name, help, label, read }: Reading): void {
  const isCounter = name.endsWith('_total');
  const metric = new (isCounter ? Counter : Gauge)({
    name: `declassified_${name}`,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    collect: async () => {
      const values = await read();
      metric.reset();
      const byLabel: [Record<string, string>, number][] =
        typeof values === 'number'
          ? [[{}, values]]
          : Object.entries(values).map(([value, number]) => [{ [label ?? '']: value }, number]);
      for (const [labels, number] of byLabel) metric.inc(labels, number);
    },
  });
}

/** Calls again once what it has is older, and has come; until then everyone gets the same. */
function keepFor<Value>(ms: number, call: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | undefined;
  let isPending = false;
  let calledAt = 0;
  return () => {
    if (kept && (isPending || performance.now() - calledAt < ms)) return kept;
    calledAt = performance.now();
    isPending = true;
    kept = call().finally(() => {
      isPending = false;
    });
    return kept;
  };
}
