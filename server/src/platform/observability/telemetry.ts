import type { LogLevel } from 'contract/records.ts';
import { v7 as uuidv7 } from 'uuid';
import { type Database, isDatabaseUnavailable } from '#platform/database/database.ts';
import { oneLine } from './one-line.ts';
import { redact } from './redaction.ts';

/**
 * Brings the server's warnings and errors from its log into the log records, where staff read them, within a second.
 * Never in anybody's way: lines wait in a bounded buffer, a database that is away only fills it, and what finds no
 * place is counted and told of once it works again.
 */
export interface Telemetry {
  /** Takes a line of the log; looks no further at most of them. */
  take: (line: string) => void;
  start: (database: Database) => void;
  counts: () => TelemetryCounts;
  /** Writes what is left, if the database takes it in time. */
  stop: () => Promise<void>;
}

/** Lines since the start of the process, and those that wait now. */
interface TelemetryCounts {
  written: number;
  dropped: number;
  waiting: number;
}

interface Entry {
  /** Since this process began. */
  atMs: number;
  level: LogLevel;
  message: string;
  fromProxy: boolean;
}

/** At 8 KiB a message, 8 MiB at most. */
const bufferedMax = 1_000;
const batchMax = 200;
const pauseMs = 500;
const stopPatienceMs = 2_000;

export function createTelemetry(): Telemetry {
  const buffer: Entry[] = [];
  /** Of all that were dropped, those that no record tells of yet. */
  let lost = 0;
  let written = 0;
  let dropped = 0;
  const stopped = new AbortController();
  let database: Database | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const add = (entry: Entry) => {
    if (buffer.length >= bufferedMax) drop(1);
    else buffer.push(entry);
    schedule();
  };

  const drop = (count: number) => {
    lost += count;
    dropped += count;
  };

  const schedule = () => {
    if (!database || timer || writing) return;
    const to = database;
    timer = setTimeout(() => {
      timer = undefined;
      writing = write(to).finally(() => {
        writing = undefined;
        if (buffer.length > 0 || lost > 0) schedule();
      });
    }, pauseMs).unref();
  };

  /**
   * Resolves whatever happens, with the first failure: the next try comes after a pause. What a database that is
   * away did not take stays; what one refuses is lost.
   */
  const write = async (to: Database) => {
    let startMs: number | undefined;
    while (!stopped.signal.aborted && (buffer.length > 0 || lost > 0)) {
      const batch = buffer.slice(0, batchMax);
      const told = lost;
      try {
        // Once for all batches, or they would not keep their order.
        startMs ??= await readStart(to);
        await insert(to, told > 0 ? [...batch, lossEntry(told)] : batch, startMs);
        lost -= told;
      } catch (error) {
        if (!isDatabaseUnavailable(error)) drop(buffer.splice(0, batch.length).length);
        return;
      }
      written += buffer.splice(0, batch.length).length;
    }
  };

  return {
    take: (line) => {
      const entry = entryOf(line);
      if (entry) add(entry);
    },
    start: (opened) => {
      database = opened;
      if (buffer.length > 0) schedule();
    },
    counts: () => ({ written, dropped, waiting: buffer.length }),
    stop: async () => {
      clearTimeout(timer);
      const to = database;
      database = undefined;
      if (!to) return;
      const last = (writing ?? Promise.resolve()).then(() => write(to));
      await Promise.race([last, new Promise((late) => setTimeout(late, stopPatienceMs).unref())]);
      stopped.abort();
    },
  };
}

const lossEntry = (count: number): Entry => ({
  atMs: performance.now(),
  level: 'WARNING',
  message: `${count} warnings and errors could not be written here. They are in the server's own log.`,
  fromProxy: false,
});

/** What the database's clock showed when this process began: records are timed by that clock, whatever ours shows. */
async function readStart({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  );
  return (rows[0]?.ms ?? 0) - performance.now();
}

async function insert({ pool }: Database, entries: Entry[], startMs: number): Promise<void> {
  await pool.query(
    `INSERT INTO log_records (id, message, level, from_proxy, created_at)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::boolean[], $5::timestamptz[])`,
    [
      entries.map(() => uuidv7()),
      entries.map(({ message }) => message),
      entries.map(({ level }) => level),
      entries.map(({ fromProxy }) => fromProxy),
      entries.map(({ atMs }) => new Date(startMs + atMs)),
    ],
  );
}

/** The level comes first in each line. */
const troubled = /^\{"level":"(warn|error|fatal)"/;
const levels: Record<string, LogLevel> = { warn: 'WARNING', error: 'ERROR', fatal: 'CRITICAL' };

interface LogLine extends Record<string, unknown> {
  msg?: string;
  reqId?: string;
  err?: { type?: string; message?: string };
  from_proxy?: boolean;
}

function entryOf(line: string): Entry | undefined {
  const level = levels[troubled.exec(line)?.[1] ?? ''];
  if (!level) return undefined;
  const {
    level: _level,
    time: _time,
    msg = '',
    err,
    reqId,
    from_proxy,
    ...rest
  } = JSON.parse(line) as LogLine;
  const cause = err ? `: ${err.type ?? 'Error'}: ${err.message ?? ''}` : '';
  const context = Object.entries({ ...rest, request_id: reqId }).filter(([, value]) => value !== undefined);
  const details = context.map(([name, value]) => `${name}=${textOf(value)}`).join(' ');
  return {
    atMs: performance.now(),
    level,
    message: oneLine(redact(`${msg}${cause}${details && ` (${details})`}`.slice(0, lookedAtMax))),
    fromProxy: from_proxy ?? false,
  };
}

/** Twice what is kept: a secret that is cut here is not kept anyway. */
const lookedAtMax = 16 * 1024;

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
