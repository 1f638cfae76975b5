import type { LogLevel } from 'contract/records.ts';
import { v7 as uuidv7 } from 'uuid';
import { type Database, isDatabaseUnavailable } from '#platform/database.ts';
import { oneLine } from './records.ts';
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
  /** Writes what is left, if the database takes it in time. */
  stop: () => Promise<void>;
}

interface Entry {
  at: Date;
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
  let lost = 0;
  const stopped = new AbortController();
  let database: Database | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const add = (entry: Entry) => {
    if (buffer.length >= bufferedMax) lost += 1;
    else buffer.push(entry);
    schedule();
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
    while (!stopped.signal.aborted && (buffer.length > 0 || lost > 0)) {
      const batch = buffer.slice(0, batchMax);
      const told = lost;
      try {
        await insert(to, told > 0 ? [...batch, lossEntry(told)] : batch);
        lost -= told;
      } catch (error) {
        if (!isDatabaseUnavailable(error)) lost += buffer.splice(0, batch.length).length;
        return;
      }
      buffer.splice(0, batch.length);
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
  at: new Date(),
  level: 'WARNING',
  message: `${count} warnings and errors could not be written here. They are in the server's own log.`,
  fromProxy: false,
});

async function insert({ pool }: Database, entries: Entry[]): Promise<void> {
  await pool.query(
    `INSERT INTO log_records (id, message, level, from_proxy, created_at)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::boolean[], $5::timestamptz[])`,
    [
      entries.map(() => uuidv7()),
      entries.map(({ message }) => message),
      entries.map(({ level }) => level),
      entries.map(({ fromProxy }) => fromProxy),
      entries.map(({ at }) => at),
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
  const { level: _level, time, msg = '', err, reqId, from_proxy, ...rest } = JSON.parse(line) as LogLine;
  const cause = err ? `: ${err.type ?? 'Error'}: ${err.message ?? ''}` : '';
  const context = Object.entries({ ...rest, request_id: reqId }).filter(([, value]) => value !== undefined);
  const details = context.map(([name, value]) => `${name}=${textOf(value)}`).join(' ');
  return {
    at: new Date(String(time)),
    level,
    message: oneLine(redact(`${msg}${cause}${details && ` (${details})`}`.slice(0, lookedAtMax))),
    fromProxy: from_proxy ?? false,
  };
}

/** Twice what is kept: a secret that is cut here is not kept anyway. */
const lookedAtMax = 16 * 1024;

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
