import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/**
 * The limit of one connection. Browsers and HTTP libraries wait for a response before they send the next request. The
 * server may notice only afterwards that the response has been sent.
 */
export const pendingRequestsMax = 2;

/**
 * Closes a connection on which more requests wait for their responses. Node starts them all, and each request of a
 * static file opens it: twenty connections could use up the open files of the process.
 */
export default fp(async function pipelining(app: FastifyInstance) {
  const pendingRequests = new WeakMap<Socket, number>();
  const add = (socket: Socket, change: number) => {
    const count = (pendingRequests.get(socket) ?? 0) + change;
    pendingRequests.set(socket, count);
    return count;
  };

  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    if (add(socket, 1) > pendingRequestsMax) return void socket.destroy();
    reply.raw.once('close', () => add(socket, -1));
    done();
  });
});
