import rateLimit from '@fastify/rate-limit';
import { messages } from 'contract/messages.ts';
import type { RateLimit, Route } from 'contract/route.ts';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { addressGroup, hostGroup } from '#domain/addresses.ts';
import { AppError } from '#errors.ts';
import { addressOf, isFromProxy } from './request-origin.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The hooks that hold a route to its declared limit; none where it declares none. */
    limitRate: (route: Route) => onRequestHookHandler[];
    /** For routes that hold only failing callers to a limit: counts one failure, and throws above the limit. */
    limitFailures: (limit: RateLimit) => (request: FastifyRequest) => Promise<void>;
  }
}

/** Addresses remembered at once, per limit: the least recently seen leave first. */
const addressesRemembered = 20_000;

/** The first line against floods: counted in the process, per address and route, before anything else. */
export default fp(async (app: FastifyInstance, { scale }: { scale: number }) => {
  await app.register(rateLimit, { global: false, cache: addressesRemembered });

  const optionsOf = ({ max, windowSeconds }: RateLimit) => ({
    max: Math.ceil(max * scale),
    timeWindow: windowSeconds * 1000,
    keyGenerator: (request: FastifyRequest) => addressGroup(addressOf(request), hostGroup),
  });

  app.decorate('limitRate', ({ rateLimit: limit }: Route): onRequestHookHandler[] => {
    if (!limit) return [];
    const announce = summaryPerMinute();
    return [
      app.rateLimit({
        ...optionsOf(limit),
        onExceeded: (request) => announce(request),
        errorResponseBuilder: (_request, { ttl }) => tooManyRequests(ttl),
      }),
    ];
  });

  app.decorate('limitFailures', (limit: RateLimit) => {
    const announce = summaryPerMinute();
    const count = app.createRateLimit(optionsOf(limit));
    return async (request) => {
      const counted = await count(request);
      if (counted.isAllowed || !counted.isExceeded) return;
      announce(request);
      throw tooManyRequests(counted.ttl);
    };
  });
});

function tooManyRequests(ttlMs: number): AppError {
  return new AppError('too_many_requests', `${messages.tooManyRequests}. Please try again later.`, {
    retryAfterSeconds: Math.max(1, Math.ceil(ttlMs / 1000)),
  });
}

/** One log line per address and minute, however many requests are refused. */
function summaryPerMinute(): (request: FastifyRequest) => void {
  let minute = 0;
  let announced = new Set<string>();
  return (request) => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, announced] = [now, new Set()];
    const address = addressGroup(addressOf(request), hostGroup);
    if (announced.has(address) || announced.size >= addressesRemembered) return;
    announced.add(address);
    request.log.warn(
      { address, url: request.routeOptions.url, from_proxy: isFromProxy(request) },
      'rate limit exceeded',
    );
  };
}
