import { Socket } from 'node:net';

/**
 * For a pool's connections: a socket that is closed when nothing has come or gone for so long. What waits for an answer
 * then rejects, and the pool makes another connection. It must be longer than a statement or a transaction may take,
 * and than the pool keeps an idle connection. The driver's own `query_timeout` would only give the query up: where that
 * is one of a transaction, the connection goes back to the pool with the transaction open, and what others write on it
 * afterwards is undone.
 */
export function socketEndedBySilence(silenceMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(silenceMs, () => {
    socket.destroy(new Error('Connection terminated: the database is silent.'));
  });
}
