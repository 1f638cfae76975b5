import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** From an empty answer to the longest that a request may take, in seconds. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The metrics of one route and method, found once: finding them costs more than counting. */
interface Series {
  observe: (seconds: number) => void;
  /** By status. */
  counters: Map<number | 'aborted', Counter.Internal>;
}

/** Counts and times every request that a route or the page for unknown paths sees. Registered before what may refuse. */
export default fp(async (app: FastifyInstance, { registry }: { registry: Registry }) => {
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
  let inFlight = 0;
  const inFlightGauge: Gauge = new Gauge({
    name: 'declassified_http_requests_in_flight',
    help: 'Requests whose answer is not out.',
    registers,
    collect: () => inFlightGauge.set(inFlight),
  });

  const known = new Map<string, Map<string, Series>>();
  const seriesOf = (route: string, method: string): Series => {
    const ofRoute = known.get(route) ?? new Map<string, Series>();
    known.set(route, ofRoute);
    const series = ofRoute.get(method) ?? { ...durations.labels({ method, route }), counters: new Map() };
    ofRoute.set(method, series);
    return series;
  };

  const note = (request: FastifyRequest, reply: FastifyReply) => {
    inFlight -= 1;
    const route = routeOf(request);
    const method = methods.has(request.method) ? request.method : 'other';
    const series = seriesOf(route, method);
    // The last that an answer does; one that was cut off has not.
    const status = reply.raw.writableFinished ? reply.statusCode : 'aborted';
    let count = series.counters.get(status);
    if (!count) {
      count = requests.labels({ method, route, status: String(status) });
      series.counters.set(status, count);
    }
    count.inc();
    series.observe(reply.elapsedTime / 1000);
  };

  app.addHook('onRequest', (request, reply, done) => {
    inFlight += 1;
    // Comes once, whichever way a request ends.
    reply.raw.on('close', () => note(request, reply));
    done();
  });
});

/** The pattern of an operation of the API, as in the log. Files have names of their own, unknown paths any. */
function routeOf(request: FastifyRequest): string {
  const { url, config } = request.routeOptions;
  if (url === undefined) return 'none';
  return config.contract ? url : 'files';
}
