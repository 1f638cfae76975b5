import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** From an empty response to the longest possible request, in seconds. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Must be registered before all plugins that may refuse a request. */
export default fp(async function requestMetrics(app: FastifyInstance, { registry }: { registry: Registry }) {
  const registers = [registry];
  const requests = new Counter({
    name: 'declassified_http_requests_total',
    help: 'Requests with a response, or aborted by the client.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'declassified_http_request_duration_seconds',
    help: 'The time from the headers of a request to the end of its response.',
    labelNames: ['method', 'route'],
    buckets: durationBuckets,
    registers,
  });
  const inFlight = new Gauge({
    name: 'declassified_http_requests_in_flight',
    help: 'Requests whose response is not complete.',
    registers,
  });

  app.addHook('onRequest', (request, reply, done) => {
    // A stream is open as long as its page, so its duration has no meaning.
    const isStream = request.routeOptions.config.contract?.operation === 'streamNotifications';
    if (!isStream) inFlight.inc();
    // Emitted once, however the request ends.
    reply.raw.on('close', () => {
      if (!isStream) inFlight.dec();
      const route = routeOf(request);
      const method = methods.has(request.method) ? request.method : 'other';
      const status = reply.raw.writableFinished ? reply.statusCode : 'aborted';
      requests.inc({ method, route, status });
      if (!isStream) durations.observe({ method, route }, reply.elapsedTime / 1000);
    });
    done();
  });
});

/** The pattern of the route, so that the number of label values is limited. */
function routeOf(request: FastifyRequest): string {
  const { url, config } = request.routeOptions;
  if (url === undefined) return 'none';
  return config.contract ? url : 'files';
}
