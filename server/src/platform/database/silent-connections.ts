import type { Socket } from 'node:net';
import type { Pool } from 'pg';

/** What the driver's client has beside what its types tell. */
interface DriverClient {
  connection: { stream: Socket };
  /** False from a query's start to its end. */
  readyForQuery: boolean;
}

/**
 * Ends a connection of the pool whose server has owed an answer and sent nothing for so long: what waits for it
 * rejects, and the pool makes another. The driver's own `query_timeout` would only give the query up: where that is
 * one of a transaction, the connection goes back to the pool with the transaction open, and what others write on it
 * afterwards is undone.
 */
export function endSilentConnections(pool: Pool, silenceMs: number): void {
  pool.on('connect', (connected) => {
    const client = connected as unknown as DriverClient;
    const { stream } = client.connection;
    stream.setTimeout(silenceMs, () => {
      if (!client.readyForQuery) stream.destroy(new Error('Connection terminated: the database is silent.'));
    });
  });
}
