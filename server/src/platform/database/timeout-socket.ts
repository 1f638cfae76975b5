import { Socket } from 'node:net';

/**
 * Closes a connection after `limitMs` without traffic. Its statement rejects, and the pool opens another connection.
 * The limit must exceed those of statements, transactions and idle connections. The driver's `query_timeout` would
 * return a connection with an open transaction to the pool.
 */
export function createTimeoutSocket(limitMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(limitMs, () => {
    socket.destroy(new Error('Connection terminated: no traffic within the time limit.'));
  });
}
