import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { eventMetrics, type QueueLoad } from '#platform/observability/counts.ts';
import {
  backupAgeMs,
  type BackupSettings,
  isCheckOk,
  pastBackups,
  readBackupState,
} from '#domain/backups/backup-state.ts';
import { imageQueueLoad } from '#platform/files/images.ts';
import type { PasswordHashing } from '#auth/credentials/passwords.ts';
import type { Database } from '#platform/database/database.ts';
import { readJobQueue, type TaskLoad } from '#platform/jobs/jobs.ts';

interface MetricSources {
  database: Database;
  hashing: PasswordHashing;
  backups: BackupSettings;
}

/** The values by label value, or one number for a metric without a label. */
type Values = Record<string, number> | number;

/** A metric computed at each scrape. */
interface ComputedMetric {
  /** Counters have names that end in `_total`. All others are gauges. */
  name: string;
  help: string;
  label?: string;
  read: () => Values | Promise<Values>;
}

/** All metrics except those of requests (`plugins/request-metrics.ts`). See docs/metrics.md. */
export function createMetrics(sources: MetricSources): Registry {
  const registry = Registry.merge([eventMetrics]);
  collectDefaultMetrics({ register: registry });
  for (const metric of [
    ...poolMetrics(sources),
    ...jobMetrics(sources),
    ...queueMetrics(sources),
    ...backupMetrics(sources),
  ])
    register(registry, metric);
  return registry;
}

function poolMetrics({ database: { pool } }: MetricSources): ComputedMetric[] {
  return [
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
}

/** Longer than the timeout of the query. */
const jobCacheMs = 5_000;

function jobMetrics({ database }: MetricSources): ComputedMetric[] {
  // Undefined if the database does not respond.
  const readJobs = cacheFor(jobCacheMs, () => readJobQueue(database).catch(() => undefined));
  const byTask = (name: string, help: string, part: Exclude<keyof TaskLoad, 'task'>): ComputedMetric => ({
    name,
    help,
    label: 'task',
    read: async () => Object.fromEntries((await readJobs())?.map((load) => [load.task, load[part]]) ?? []),
  });
  return [
    {
      name: 'database_up',
      help: 'Whether the database responded.',
      read: async () => ((await readJobs()) ? 1 : 0),
    },
    byTask('jobs_due', 'Jobs that could run now.', 'due'),
    byTask('jobs_oldest_due_age_seconds', 'How long the oldest due job has been due.', 'oldestDueSeconds'),
    byTask('jobs_scheduled', 'Jobs that are due later.', 'scheduled'),
    byTask('jobs_running', 'Jobs that run.', 'running'),
    byTask('jobs_failing', 'Jobs that failed and are tried again.', 'failing'),
    byTask('jobs_given_up', 'Jobs that failed permanently.', 'abandoned'),
  ];
}

function queueMetrics({ hashing }: MetricSources): ComputedMetric[] {
  const byQueue = (name: string, help: string, part: keyof QueueLoad): ComputedMetric => ({
    name,
    help,
    label: 'queue',
    read: () => ({ hash: hashing.load()[part], image: imageQueueLoad()[part] }),
  });
  return [
    byQueue('queue_running', 'Tasks that run.', 'running'),
    byQueue('queue_waiting', 'Tasks that wait in the queue.', 'waiting'),
    byQueue('queue_refusals_total', 'Tasks that the queue refused.', 'refused'),
  ];
}

/** None if the server makes no backups. All processes see the same folder. */
function backupMetrics({ backups }: MetricSources): ComputedMetric[] {
  if (!backups.isOn) return [];
  const readState = () => readBackupState(backups);
  return [
    {
      name: 'backup_age_seconds',
      help: 'How long ago the newest backup began. Before the first, the age of the folder.',
      read: async () => backupAgeMs(await readState(), new Date()) / 1_000,
    },
    {
      name: 'backup_size_bytes',
      help: 'The size of the newest backup. 0 before the first.',
      read: async () => pastBackups(await readState(), new Date())[0]?.bytes ?? 0,
    },
    {
      name: 'backup_check_ok',
      help: 'Whether the last check has restored a backup, and none is late. 1 before the first.',
      read: async () => (isCheckOk(await readState(), new Date()) ? 1 : 0),
    },
  ];
}

function register(registry: Registry, { name, help, label, read }: ComputedMetric): void {
  const Metric = name.endsWith('_total') ? Counter : Gauge;
  const metric: Counter | Gauge = new Metric({
    name: `declassified_${name}`,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    collect: async () => {
      const values = await read();
      metric.reset();
      if (typeof values === 'number') metric.inc(values);
      else for (const [value, number] of Object.entries(values)) metric.labels(value).inc(number);
    },
  });
}

function cacheFor<Value>(ms: number, call: () => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | undefined;
  let calledAt = 0;
  return () => {
    if (cached && performance.now() - calledAt < ms) return cached;
    calledAt = performance.now();
    return (cached = call());
  };
}
