import { randomUUID } from 'node:crypto';
import { getHealth, getReadiness } from 'contract/system/system.ts';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { ipAddressOf } from './client-info.ts';

/** Refusals whose log lines name the caller. */
const refusals = new Set([401, 403, 429]);

const healthChecks = new Set<string | undefined>([getHealth.url, getReadiness.url]);

/**
 * 60 random bits. With a whole UUID, PostgreSQL would need a quarter more CPU time for each log record, because it indexes
 * each part of the text.
 */
export const newRequestId = () => randomUUID().slice(0, 18);

export default fp(async function requestLog(app: FastifyInstance) {
  app.decorateRequest('ipAddress', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    // Health checks run several times a second, so only failed ones are logged at this level.
    const isRoutine = healthChecks.has(request.routeOptions.url) && reply.statusCode < 400;
    request.log[isRoutine ? 'debug' : 'info'](
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        address: ipAddressOf(request),
        ...(refusals.has(reply.statusCode) && request.presentedIds()),
      },
      'request',
    );
    done();
  });
});
