import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';

/** Prisma's or a plain one. */
interface Statement {
  /** With `$1` for the first of `values`. */
  text: string;
  values: unknown[];
}

export type ListQuery = <Row extends QueryResultRow>(statement: Statement) => Promise<Row[]>;

/**
 * Reads in one snapshot of the database: whatever statements `read` runs agree with one another. An aborted signal
 * cancels what runs and rejects with the signal's reason.
 */
export type ListReader = <Result>(
  signal: AbortSignal,
  read: (query: ListQuery) => Promise<Result>,
) => Promise<Result>;

/** Lists may be slow, so they never hold more of the pool: the others wait their turn. */
const atOnce = 2;

/** No statement takes longer than `timeoutMs`. */
export function createListReader(pool: Pool, timeoutMs: number): ListReader {
  const takeTurn = createTurns(atOnce);
  return async (signal, read) => {
    const leave = await takeTurn(signal);
    try {
      return await inSnapshot(pool, timeoutMs, signal, read);
    } finally {
      leave();
    }
  };
}

async function inSnapshot<Result>(
  pool: Pool,
  timeoutMs: number,
  signal: AbortSignal,
  read: (query: ListQuery) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  // Unless its transaction has ended, the connection goes.
  let isReusable = false;
  try {
    const cancellation = await begin(pool, client, timeoutMs, signal);
    try {
      return await read(async <Row extends QueryResultRow>(statement: Statement) => {
        signal.throwIfAborted();
        const { rows } = await client.query<Row>({ text: statement.text, values: statement.values });
        return rows;
      });
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      await cancellation.settle();
      isReusable = await client.query('ROLLBACK').then(
        () => true,
        () => false,
      );
    }
  } finally {
    client.release(!isReusable);
  }
}

/**
 * The server process that works for us is known by its number, and it is ours until the transaction ends, through a
 * pooler as well. So the transaction stays open until a cancellation has reached it: it cannot hit anyone else.
 * (The protocol's own cancel request takes a connection of its own, and is lost on some poolers.)
 */
async function begin(pool: Pool, client: PoolClient, timeoutMs: number, signal: AbortSignal) {
  const results = (await client.query(
    `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${timeoutMs};
     SELECT pg_backend_pid() AS pid`,
  )) as unknown as QueryResult<{ pid: number }>[];
  const pid = results[2]?.rows[0]?.pid;
  let cancelling: Promise<unknown> | undefined;
  const cancel = () => {
    cancelling = pool.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => {});
  };
  signal.addEventListener('abort', cancel, { once: true });
  return {
    settle: async () => {
      signal.removeEventListener('abort', cancel);
      await cancelling;
    },
  };
}

/** At most `places` hold a turn at once; the others wait in line, and leave it when their signal is aborted. */
function createTurns(places: number): (signal: AbortSignal) => Promise<() => void> {
  let free = places;
  const line = new Set<() => void>();
  const leave = () => {
    const [next] = line;
    if (!next) free += 1;
    else {
      line.delete(next);
      next();
    }
  };
  return async (signal) => {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return leave;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        line.delete(enter);
        reject(signal.reason as Error);
      };
      line.add(enter);
      signal.addEventListener('abort', giveUp, { once: true });
    });
    return leave;
  };
}
