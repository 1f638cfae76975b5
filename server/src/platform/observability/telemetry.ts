import { setTimeout as delay } from 'node:timers/promises';
import type { LogLevel } from 'contract/records/records.ts';
import { type Database, isDatabaseUnavailable } from '#platform/database/database.ts';
import { logRecords, logRecordsWaiting } from './counts.ts';
import { insertLogRecords, type NewLogRecord } from './log-records.queries.ts';
import { oneLine } from './log-text.ts';

/**
 * Writes the warnings and errors of the log to the log records within a second. Lines wait in a bounded buffer while
 * the database is down. Lines that do not fit are counted, and remain in the log.
 */
export interface Telemetry {
  addLine: (line: string) => void;
  /** Writes the remaining lines, if the database accepts them in time. */
  stop: () => Promise<void>;
}

interface Entry extends Omit<NewLogRecord, 'ageMs'> {
  atMs: number;
}

/** With at most 8 KiB a message, at most 32 MiB. */
const waitingMax = 4_000;
const writeEveryMs = 500;
/** This many lines are written before the interval ends. */
const writeAtEntries = 250;
const stopTimeoutMs = 2_000;

export function startTelemetry(database: Database): Telemetry {
  const waiting: Entry[] = [];
  let writing: Promise<void> | undefined;

  /** Lines wait while the database is down, and are dropped if it refuses them. */
  const writeAll = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const entries = [...waiting];
    const now = performance.now();
    const records = entries.map(({ atMs, ...entry }) => ({ ...entry, ageMs: now - atMs }));
    const outcome = await insertLogRecords(database, records).then(
      () => 'written',
      (error: unknown) => (isDatabaseUnavailable(error) ? undefined : 'dropped'),
    );
    if (!outcome) return;
    waiting.splice(0, entries.length);
    logRecordsWaiting.set(waiting.length);
    logRecords.labels(outcome).inc(entries.length);
    if (waiting.length >= writeAtEntries) await writeAll();
  };
  const write = () => (writing ??= writeAll().finally(() => (writing = undefined)));
  const timer = setInterval(() => void write(), writeEveryMs).unref();

  return {
    addLine: (line) => {
      const entry = entryOf(line);
      if (!entry) return;
      if (waiting.length < waitingMax) waiting.push(entry);
      else logRecords.labels('dropped').inc();
      logRecordsWaiting.set(waiting.length);
      if (waiting.length === writeAtEntries) void write();
    },
    stop: async () => {
      clearInterval(timer);
      const rest = (writing ?? Promise.resolve()).then(write);
      await Promise.race([rest, delay(stopTimeoutMs, undefined, { ref: false })]);
    },
  };
}

const levels: Record<string, LogLevel> = { warn: 'WARNING', error: 'ERROR', fatal: 'CRITICAL' };

interface LogLine extends Record<string, unknown> {
  level: string;
  msg?: string;
  reqId?: string;
  err?: { type?: string; message?: string };
  from_proxy?: boolean;
}

function entryOf(line: string): Entry | undefined {
  const {
    level: label,
    time: _time,
    msg = '',
    err,
    reqId,
    from_proxy,
    ...rest
  } = JSON.parse(line) as LogLine;
  const level = levels[label];
  if (!level) return undefined;
  const cause = err ? `: ${err.type ?? 'Error'}: ${withoutPlaces(err.message ?? '')}` : '';
  // pino's message of an error that is logged alone.
  const text = msg === err?.message ? withoutPlaces(msg) : msg;
  const context = Object.entries({ ...rest, request_id: reqId }).filter(([, value]) => value !== undefined);
  const details = context.map(([name, value]) => `${name}=${textOf(value)}`).join(' ');
  const message = oneLine(`${text}${cause}${details && ` (${details})`}`);
  if (ofFlags.test(message)) return undefined;
  return {
    atMs: performance.now(),
    level,
    message,
    fromProxy: from_proxy ?? false,
  };
}

/**
 * A route, a column, a constraint, a table or a file of flags. All staff read the log records, also those whom a user has flagged, so such
 * a line stands in the process's own log alone.
 */
const ofFlags = /\/flags\/|\bflag\w*_|["'`]flags?["'`]|\bflagged\//;

/** A path of a file: absolute, or a URL of a file, with the line in it. */
const filePath = /(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/][\w@.+-]+){2,}(?::\d+){0,2}/g;

/**
 * The last line of a library's message, which is its reason: Prisma prints the source lines of the call above it. Staff
 * read these records; the whole message stands in the process's own log.
 */
function withoutPlaces(message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  const reason = /^Invalid `.*` invocation/.test(lines[0] ?? '') ? lines.at(-1) : lines[0];
  return (reason ?? '').replaceAll(filePath, '[path]');
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
