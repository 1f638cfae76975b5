import type { Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg';
import { busy } from '#errors.ts';
import { createSemaphore } from '#platform/concurrency/semaphore.ts';

/** Aborting the signal cancels the statement and rejects with the reason of the signal. */
export type CancellableQuery = <Row extends QueryResultRow>(
  signal: AbortSignal,
  query: QueryConfig,
) => Promise<Row[]>;

/** Leaves the other connections of the pool to other requests. */
const slowStatements = 4;
const waitingStatements = 1_000;
const retryAfterSeconds = 5;

/** Behind a transaction pooler statements run to the end, because a cancellation might hit the statement of another client. */
export function createCancellableQuery(pool: Pool, isPooled: boolean): CancellableQuery {
  const semaphore = createSemaphore({
    permits: slowStatements,
    maxWaiting: waitingStatements,
    refusal: () => busy(retryAfterSeconds),
  });
  return (signal, query) =>
    semaphore.run(async () => {
      signal.throwIfAborted();
      const client = await pool.connect();
      const cancellation = isPooled ? undefined : cancelOn(signal, pool, await backendPid(client));
      try {
        return (await client.query(query)).rows;
      } catch (error) {
        throw signal.aborted ? signal.reason : error;
      } finally {
        await cancellation?.settle();
        client.release();
      }
    });
}

/** The connection is not returned to the pool until `settle` has resolved, so that its next statement is not cancelled. */
function cancelOn(signal: AbortSignal, pool: Pool, pid: number) {
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

const pids = new WeakMap<PoolClient, number>();

async function backendPid(client: PoolClient): Promise<number> {
  const cached = pids.get(client);
  if (cached !== undefined) return cached;
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const pid = rows[0]?.pid ?? 0;
  pids.set(client, pid);
  return pid;
}
