import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/**
 * A refusal goes out while its client still sends. Closed then, the connection would be reset by what is on its way,
 * and the refusal lost with it; left unread, the rest would block the next request. So it is taken and thrown away,
 * until the time for a request is over.
 */
export default fp(async (app: FastifyInstance) => {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (hasBody(raw)) {
      // Fastify would close the connection of a client whose body it refuses.
      reply.removeHeader('connection');
      raw.resume();
    }
    done();
  });
});

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
