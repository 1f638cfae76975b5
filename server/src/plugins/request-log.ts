import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { addressOf } from './request-origin.ts';

/** One line a request, when its answer is out; the same id stands in the `x-request-id` header. */
export default fp(async (app: FastifyInstance) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
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
