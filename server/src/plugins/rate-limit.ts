import rateLimit from '@fastify/rate-limit';
import type { Route } from 'contract/route.ts';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { addressGroup, hostGroup } from '#domain/addresses.ts';
import { AppError } from '#errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The hooks that hold a route to its declared limit; none where it declares none. */
    limitRate: (route: Route) => onRequestHookHandler[];
  }
}

/** Addresses remembered at once, per limit: the least recently seen leave first. */
const addressesRemembered = 20_000;

/** The first line against floods: counted in the process, per address and route, before anything else. */
export default fp(async (app: FastifyInstance, { scale }: { scale: number }) => {
  await app.register(rateLimit, { global: false, cache: addressesRemembered });

  app.decorate('limitRate', ({ rateLimit: limit }: Route): onRequestHookHandler[] => {
    if (!limit) return [];
    const announce = summaryPerMinute();
    return [
      app.rateLimit({
        max: Math.ceil(limit.max * scale),
        timeWindow: limit.windowSeconds * 1000,
        keyGenerator: (request) => addressGroup(request.ip, hostGroup),
        onExceeded: (request) => announce(request),
        errorResponseBuilder: (_request, { ttl }) =>
          new AppError('too_many_requests', 'Too many requests. Please try again later.', {
            retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)),
          }),
      }),
    ];
  });
});

/** One log line per address and minute, however many requests are refused. */
function summaryPerMinute(): (request: FastifyRequest) => void {
  let minute = 0;
  let announced = new Set<string>();
  return (request) => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, announced] = [now, new Set()];
    const address = addressGroup(request.ip, hostGroup);
    if (announced.has(address) || announced.size >= addressesRemembered) return;
    announced.add(address);
    request.log.warn({ address, url: request.routeOptions.url }, 'rate limit exceeded');
  };
}
