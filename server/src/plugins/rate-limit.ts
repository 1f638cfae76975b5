import { rateLimits } from 'contract/limits.ts';
import type { RateLimit, Route } from 'contract/route.ts';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { addressGroup, hostGroup } from '#platform/addresses.ts';
import type { Counts } from '#platform/observability/counts.ts';
import { createRateLimits } from '#platform/rate-limits/rate-limits.ts';
import { summarizeRefusals } from '#platform/rate-limits/refusal-summary.ts';
import { addSharedCounts } from '#platform/rate-limits/shared-counts.ts';
import { AppError, errorMessages } from '#errors.ts';
import type { Database } from '#platform/database/database.ts';
import { addressOf, isFromProxy } from './client-info.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The hooks that hold a route to its declared limit; none where it declares none. */
    limitRate: (route: Route) => onRequestHookHandler[];
    /** For routes that hold only failing callers to a limit: counts one failure, and throws above the limit. */
    limitFailures: (name: keyof typeof rateLimits) => (request: FastifyRequest) => void;
  }
}

interface RateLimitOptions {
  database: Database;
  /** Multiplies every limit. */
  scale: number;
  /** Raised at every refusal, by the limit's name. */
  refused: Counts['rateLimitRefusals'];
}

/** The first line against floods, per address and route, before anything else and without waiting for anything. */
export default fp(async (app: FastifyInstance, { database, scale, refused }: RateLimitOptions) => {
  const limits = createRateLimits({
    share: (counts) => addSharedCounts(database, counts),
    onFailure: (err) => app.log.warn({ err }, 'rate limits are counted by each process for itself'),
  });
  app.addHook('onClose', limits.stop);
  const countRefusals = summarizeRefusals();

  const limitOf = (name: string, limit: RateLimit) => {
    const take = limits.limiter(name, { ...limit, max: Math.ceil(limit.max * scale) });
    refused[name] ??= 0;
    return (request: FastifyRequest) => {
      const address = addressGroup(addressOf(request), hostGroup);
      const refusedForMs = take(address);
      if (refusedForMs === 0) return;
      refused[name] = (refused[name] ?? 0) + 1;
      // One line per address and minute, however many requests are refused.
      const refusals = countRefusals(address);
      if (refusals) {
        const [url, from_proxy] = [request.routeOptions.url, isFromProxy(request)];
        request.log.warn({ address, url, refusals, from_proxy }, 'rate limit exceeded');
      }
      throw tooManyRequests(refusedForMs);
    };
  };

  app.decorate('limitRate', ({ operation, rateLimit }): onRequestHookHandler[] => {
    if (!rateLimit) return [];
    const check = limitOf(operation, rateLimit);
    return [
      (request, _reply, done) => {
        check(request);
        done();
      },
    ];
  });

  app.decorate('limitFailures', (name) => limitOf(name, rateLimits[name]));
});

function tooManyRequests(refusedForMs: number): AppError {
  return new AppError('too_many_requests', errorMessages.too_many_requests, {
    retryAfterSeconds: Math.max(1, Math.ceil(refusedForMs / 1000)),
  });
}
