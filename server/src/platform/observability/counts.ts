import { Counter, Gauge, Registry } from 'prom-client';

/** Counted whether or not metrics are scraped. See docs/metrics.md. */
export const eventMetrics = new Registry();

/** Label values come only from the code. Those in `values` start at 0. */
function countBy<Label extends string>(name: string, help: string, label: Label, values: readonly string[]) {
  const registers = [eventMetrics];
  const counter = new Counter({ name: `declassified_${name}`, help, labelNames: [label], registers });
  for (const value of values) counter.labels(value).inc(0);
  return counter;
}

/** `error`: the sign-in was not decided, for example without a database or with a full hash queue. */
export const logins = countBy('logins_total', 'Attempts to sign in.', 'outcome', [
  'success',
  'failed',
  'locked',
  'unverified',
  'disabled',
  'suspended',
  'error',
]);

export const registrations = new Counter({
  name: 'declassified_registrations_total',
  help: 'Accounts registered.',
  registers: [eventMetrics],
});

/** `refused` is permanent. `failed` is temporary, so the same email is retried and counted again. */
export const mails = countBy('mails_total', 'Attempts to send an email.', 'outcome', [
  'sent',
  'refused',
  'failed',
]);

export const rateLimitRefusals = countBy(
  'rate_limit_refusals_total',
  'Requests over a rate limit.',
  'limit',
  [],
);

export const logRecords = countBy(
  'log_records_total',
  'Warnings and errors meant for the log records.',
  'outcome',
  ['written', 'dropped'],
);

export const logRecordsWaiting = new Gauge({
  name: 'declassified_log_records_waiting',
  help: 'Warnings and errors not yet written to the log records.',
  registers: [eventMetrics],
});

export const openStreams = new Gauge({
  name: 'declassified_notification_streams',
  help: 'Open streams of notifications.',
  registers: [eventMetrics],
});

export interface QueueLoad {
  running: number;
  waiting: number;
  /** Counted since the process started. */
  refused: number;
}
