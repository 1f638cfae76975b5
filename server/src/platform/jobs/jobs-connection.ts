import type { FastifyBaseLogger } from 'fastify';
import { escapeLiteral, Pool, type PoolClient } from 'pg';
import type { Database } from '#platform/database/database.ts';
import { passesNotifications } from '#platform/database/pg-listener.ts';
import { beginOpenTransaction } from '#platform/database/open-transaction.ts';

/** What a worker keeps to itself beside the shared pool: one connection, where it hears of jobs and shows that it lives. */
export interface JobConnection {
  /** The shared pool as the worker takes it. `workerId` is asked once the worker connects. */
  poolFor: (workerId: () => string) => Pool;
  close: () => Promise<void>;
}

interface JobConnectionOptions {
  database: Database;
  directUrl: string;
  logger: FastifyBaseLogger;
}

export function openListenPool(url: string): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 1,
    application_name: 'declassified-jobs',
    // Nothing else would tell that the other end is gone: this one only listens.
    keepAlive: true,
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

type ConnectCallback = Parameters<Pool['connect']>[0];

/**
 * The worker takes the connection for LISTEN by callback and all others by promise. It gets the former only where
 * notifications come through, which is proved on each new connection. Elsewhere it polls, and the connection is kept
 * for the lock alone.
 */
export function openJobConnection({ database, directUrl, logger }: JobConnectionOptions): JobConnection {
  const listenPool = openListenPool(directUrl);
  let hasWarned = false;
  let isClosed = false;
  let giveUp: (() => void) | undefined;

  const warnOnce = () => {
    if (hasWarned) return;
    hasWarned = true;
    logger.warn(
      'DATABASE_DIRECT_URL passes no notifications on, as it is with a transaction pooler: jobs are looked for ' +
        'every 2 seconds instead. Let it lead past the pooler.',
    );
  };

  const lease = async (workerId: string, callback: ConnectCallback): Promise<void> => {
    let client: PoolClient | undefined;
    // There is but one, and a worker that ended by itself may have left it.
    giveUp?.();
    try {
      client = await listenPool.connect();
      if (!(await passesNotifications(client, database.pool))) {
        await holdLifeLockInTransaction(client, workerId);
        warnOnce();
        giveUp = keepUntilLost(client, () =>
          callback(new Error('The connection is lost.'), undefined, () => {}),
        );
        if (isClosed) giveUp();
        return;
      }
      await holdLifeLock(client, workerId);
    } catch (error) {
      client?.release(true);
      return callback(error as Error, undefined, () => {});
    }
    const leased = client;
    // Closed, not kept: the lock goes with the connection, and is not for the next worker to hold.
    return callback(undefined, leased, () => leased.release(true));
  };

  return {
    poolFor: (workerId) => {
      const { pool } = database;
      const connect = (callback?: ConnectCallback) =>
        callback ? lease(workerId(), callback) : pool.connect();
      return Object.assign(Object.create(pool) as Pool, { connect, query: pool.query.bind(pool) });
    },
    close: async () => {
      isClosed = true;
      giveUp?.();
      await listenPool.end();
    },
  };
}

/** Calls `onLost` when the connection breaks, so that the worker asks for another. Returns what gives it back. */
function keepUntilLost(client: PoolClient, onLost: () => void): () => void {
  let isKept = true;
  const release = () => {
    if (isKept) client.release(true);
    isKept = false;
  };
  client.once('end', () => {
    if (!isKept) return;
    release();
    onLost();
  });
  return release;
}

/**
 * A worker marks its jobs with its id and, if it is killed, leaves them marked, by itself for 4 hours. So each
 * worker holds a session lock on its id, which PostgreSQL drops with the connection: a marked job whose worker's
 * lock is free is free as well.
 */
async function holdLifeLock(client: PoolClient, workerId: string): Promise<void> {
  await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [workerId]);
}

/** The same behind a transaction pooler. */
async function holdLifeLockInTransaction(client: PoolClient, workerId: string): Promise<void> {
  await beginOpenTransaction(client);
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended(${escapeLiteral(workerId)}, 0))`);
}
