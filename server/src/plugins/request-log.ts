import { getHealth, getReadiness } from 'contract/system.ts';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { addressOf } from './client-info.ts';

const healthChecks = new Set<string | undefined>([getHealth.url, getReadiness.url]);

/** One line a request, when its answer is out; the same id stands in the `x-request-id` header. */
export default fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    // A proxy asks several times a second: it is worth a line where the answer is bad.
    const isRoutine = healthChecks.has(request.routeOptions.url) && reply.statusCode < 400;
    request.log[isRoutine ? 'debug' : 'info'](
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        address: addressOf(request),
      },
      'request',
    );
    done();
  });
});
