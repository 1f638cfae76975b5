import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyInstance {
    draining: {
      /** Sends `Connection: close` and fails readiness. */
      begin: () => void;
      isOn: () => boolean;
      /** Runs when the drain begins, to end long-lived streams. */
      onBegin: (end: () => void) => void;
    };
  }
}

const checkIntervalMs = 50;
/** The time limit for connections without a request, which browsers open in advance. */
const firstByteMs = 1_000;

interface Options {
  patienceMs: number;
}

/**
 * The steps of a shutdown without failed requests: `begin`, wait until the proxy has noticed, `app.close()`. The last
 * step stops listening and resolves when every response is complete, within `patienceMs`.
 */
export default fp(async function draining(app: FastifyInstance, { patienceMs }: Options) {
  // Node counts connections without a byte as busy, and does not list them.
  const connections = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  let isOn = false;
  const ends: (() => void)[] = [];
  const begin = () => {
    isOn = true;
    for (const end of ends) end();
  };
  app.decorate('draining', { isOn: () => isOn, begin, onBegin: (end) => void ends.push(end) });

  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isOn) reply.header('connection', 'close');
    done();
  });

  app.addHook('preClose', (done) => {
    begin();
    const timers = [
      // Also closes connections that become idle later.
      setInterval(() => app.server.closeIdleConnections(), checkIntervalMs),
      setTimeout(() => {
        for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
      }, firstByteMs),
      setTimeout(() => app.server.closeAllConnections(), patienceMs),
    ];
    for (const timer of timers) timer.unref();
    app.server.once('close', () => timers.forEach(clearTimeout));
    done();
  });
});
