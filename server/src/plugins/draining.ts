import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { unavailable } from '#errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    draining: Draining;
  }
}

export interface Draining {
  /** From now on whoever is told to come back elsewhere can: answers end their connections, `readyz` says no. */
  begin: () => void;
  isOn: () => boolean;
  /** For what may take longer than the process has left: throws `unavailable` once it listens no more. */
  refuseWhenClosing: () => void;
}

const lookEveryMs = 50;

interface Options {
  /** How long requests that are under way when the process stops listening may take until they are cut off. */
  patienceMs: number;
  /** How long a connection may then stay without its first byte: browsers open some that they may never use. */
  firstByteMs?: number;
}

/**
 * The steps of a stop without a failed request: `begin`, wait until the proxy has noticed, `app.close()`. The last
 * one stops listening and fulfils when every answer is out, within `patienceMs`.
 */
export default fp(async (app: FastifyInstance, { patienceMs, firstByteMs = 1_000 }: Options) => {
  // Node takes those without a byte for busy ones, and has no list to tell them by.
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  let isOn = false;
  let isClosing = false;

  app.decorate('draining', {
    isOn: () => isOn,
    begin: () => {
      if (isOn) return;
      isOn = true;
      app.server.prependListener('request', (_request, response) =>
        response.setHeader('connection', 'close'),
      );
    },
    refuseWhenClosing: () => {
      if (isClosing) throw unavailable(undefined);
    },
  });

  app.addHook('preClose', (done) => {
    app.draining.begin();
    isClosing = true;
    // A connection whose answer went out before it could be told to close would stay for as long as it is kept alive.
    const looking = setInterval(() => app.server.closeIdleConnections(), lookEveryMs);
    const unused = setTimeout(() => {
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    }, firstByteMs);
    const patience = setTimeout(() => app.server.closeAllConnections(), patienceMs);
    app.server.once('close', () => {
      clearInterval(looking);
      for (const timer of [unused, patience]) clearTimeout(timer);
    });
    for (const timer of [looking, unused, patience]) timer.unref();
    done();
  });
});
