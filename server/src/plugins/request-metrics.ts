import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** From an empty response to the longest that a request may take, in seconds. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Registered before all plugins that may refuse. */
export default fp(async function requestMetrics(app: FastifyInstance, { registry }: { registry: Registry }) {
  const registers = [registry];
  const requests = new Counter({
    name: 'declassified_http_requests_total',
    help: 'Requests answered, or aborted by the client.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'declassified_http_request_duration_seconds',
    help: 'From the headers of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: durationBuckets,
    registers,
  });
  const inFlight = new Gauge({
    name: 'declassified_http_requests_in_flight',
    help: 'Requests whose answer is not out.',
    registers,
  });

  app.addHook('onRequest', (request, reply, done) => {
    // Open as long as a page: its duration says nothing.
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

/** The route's pattern, which bounds the label's values. */
function routeOf(request: FastifyRequest): string {
  const { url, config } = request.routeOptions;
  if (url === undefined) return 'none';
  return config.contract ? url : 'files';
}
