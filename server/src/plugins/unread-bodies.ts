import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** What fits into a few packets is over before anybody could be slowed by it. */
const smallBytes = 64 * 1024;
/** 5 megabytes a second, all clients together: a photograph is soon through, and nobody else notices. */
const pace = { bytesPerTurn: 100_000, turnMs: 20 };
/** What comes from a connection at once, at most. */
const readBytes = 64 * 1024;
/** After its answer. Longer than it takes to read that; whoever still sends then is cut off. */
const lingerMs = 10_000;

/**
 * A refusal goes out while its client still sends. Closed then, the connection would be reset by what is on its way,
 * and the refusal lost with it; so the rest of the body is taken and thrown away, at a pace that leaves the process to
 * the others.
 */
export default fp(async (app: FastifyInstance) => {
  const discard = createDiscarder(pace);

  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (bodyBytes(raw) > smallBytes) {
      // After the answer's last byte is handed over, and before Node reads the rest by itself, as fast as it comes.
      reply.raw.once('prefinish', () => {
        if (raw.complete || raw.destroyed) return;
        discard(raw);
        const linger = setTimeout(() => raw.socket.destroy(), lingerMs).unref();
        raw.once('close', () => clearTimeout(linger));
      });
    }
    done();
  });

  // Fastify would close the connection of whoever sends too much.
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    // A request without a body is not complete either until its handler has returned.
    const isUnread = !raw.complete && bodyBytes(raw) > 0;
    if (isUnread && reply.hasHeader('connection')) reply.removeHeader('connection');
    done();
  });
});

function bodyBytes({ headers }: IncomingMessage): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
}

/** Takes all that comes and throws it away; what is taken in one turn above its bytes is missing in the next ones. */
export function createDiscarder({ bytesPerTurn, turnMs }: { bytesPerTurn: number; turnMs: number }) {
  const waiting = new Set<Readable>();
  let bytesLeft = bytesPerTurn;
  let timer: NodeJS.Timeout | undefined;

  const beginTurn = () => {
    bytesLeft = Math.min(bytesLeft + bytesPerTurn, bytesPerTurn);
    timer = undefined;
    if (bytesLeft <= 0) return waitForTurn();
    // Not all at once: whoever else waits would wait for all of them.
    for (const body of [...waiting].slice(0, Math.ceil(bytesLeft / readBytes))) {
      waiting.delete(body);
      body.resume();
    }
    if (waiting.size > 0) waitForTurn();
  };
  const waitForTurn = () => (timer ??= setTimeout(beginTurn, turnMs).unref());

  return (body: Readable): void => {
    body.on('data', (data: Buffer) => {
      bytesLeft -= data.length;
      waitForTurn();
      if (bytesLeft > 0) return;
      body.pause();
      waiting.add(body);
    });
    body.once('close', () => waiting.delete(body));
    body.resume();
  };
}
