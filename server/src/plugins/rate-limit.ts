import { callbackify } from 'node:util';
import { rateLimits } from 'contract/limits.ts';
import type { RateLimit, Route } from 'contract/route.ts';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '#errors.ts';
import { ipAddressGroup, hostGroup, isOwnMachine } from '#platform/ip-addresses.ts';
import type { Database } from '#platform/database/database.ts';
import { rateLimitRefusals } from '#platform/observability/counts.ts';
import type { Charging } from '#domain/finance/calculators.ts';
import { createRateLimiter, summarizeRefusals } from '#platform/rate-limits/rate-limiter.ts';
import { ipAddressOf, isFromProxy, signalOf } from './client-info.ts';
import { setRateLimit } from './rate-limit-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The hooks that enforce a route's rate limit, if it declares one. */
    limitRate: (route: Route) => ((request: FastifyRequest) => Promise<void>)[];
    /** The hook that refuses a large body unread, if the limit of the operation or that of malformed requests is used up. Counts nothing. */
    refuseLargeBodies: (route: Route) => onRequestHookHandler;
    /** Charges the cost of a computation to `rateLimits.computation`, except the least cost, which is already charged. Throws above the limit. */
    chargeComputation: (request: FastifyRequest, cost: number) => Promise<void>;
    /** Who pays for other calculations: `chargeComputation`. Ends with the connection. */
    charging: (request: FastifyRequest, reply: FastifyReply) => Charging;
    /** Who pays for the calculations in questions: `rateLimits.questions`. Ends with the connection. */
    chargeQuestions: (request: FastifyRequest, reply: FastifyReply) => Charging;
    /**
     * Counts a malformed or unauthenticated request to an operation, a large body as several. Throws above the limit. What is
     * well-formed is refused for it only if its body is large.
     */
    limitMalformed: (request: FastifyRequest) => Promise<void>;
    /** For routes that limit only callers who fail: counts one failure, and throws above the limit. */
    limitFailures: (name: keyof typeof rateLimits) => (request: FastifyRequest) => Promise<void>;
  }
}

interface RateLimitOptions {
  database: Database;
  /** Whether a page of another site has caused the request. */
  isCrossSite: (request: FastifyRequest) => boolean;
  /** Multiplies every limit. */
  scale: number;
  publicUrl: string;
}

/**
 * The part of a limit that pages of other sites may use up. The rest is left for the app's own pages, which a page of another site
 * could otherwise close.
 */
const shareOfOtherSites = 0.5;

/** Of the whole page, by a person who activated a link. Without a person, a page of another site can open any number of windows. */
const isNavigation = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-fetch-user'] === '?1';

/**
 * Whose count a request uses up: that of the caller, and without one that of the address, so that nobody at an address uses up what
 * another may do. What costs CPU time counts for all members of an address together, because one person may have several accounts.
 */
function pays({ caller, routeOptions }: FastifyRequest, addressGroup: string, isCpuTime: boolean): string {
  if (!caller) return addressGroup;
  const isWorkOfStaff = /^(staff|superuser)$/.test(routeOptions.config.contract?.access ?? '');
  return isCpuTime && !isWorkOfStaff ? `${addressGroup} members` : caller.user.id;
}

const largeBodyBytes = 16 * 1024;
const defaultMaxBytes = 1024 * 1024;

/** A body without a length may be as long as the operation accepts. */
function bodyBytes({ headers, routeOptions }: FastifyRequest): number {
  if (headers['transfer-encoding'] === undefined) return Number(headers['content-length'] ?? 0);
  return routeOptions.config.contract?.bodyMaxBytes ?? defaultMaxBytes;
}

const cpuTime: ReadonlySet<RateLimit> = new Set([rateLimits.computation, rateLimits.questions]);

/** Limits the requests of each caller, and of each IP address without one, to each route. */
export default fp(async function rateLimiting(
  app: FastifyInstance,
  { database, isCrossSite, scale, publicUrl }: RateLimitOptions,
) {
  const countRefusals = summarizeRefusals();
  const isExempt = isOwnMachine(publicUrl);

  /**
   * What costs the server has one count for each IP address, whatever a client says about itself. Only the refusals of malformed
   * requests have counts of their own for other sites.
   */
  const limitOf = (name: string, limit: RateLimit, exemptsOwnMachine: boolean, countsRefusals = false) => {
    const max = Math.ceil(limit.max * scale);
    const countWith = (most: number, of = '', costOf = (cost: number) => cost) => ({
      limiter: createRateLimiter(database, name, { ...limit, max: most }),
      max: most,
      of,
      costOf,
    });
    const common = countWith(max);
    const [hidden, linked] = [countWith(max, 'cross-site'), countWith(max, 'cross-site navigation')];
    const shareMax = Math.ceil(max * shareOfOtherSites);
    // The dearest computation is possible for a page of another site as well, once.
    const dearest = Math.max(1, shareMax - (limit.leastCost ?? 0));
    const share = countWith(shareMax, 'cross-site', (cost) => Math.min(cost, dearest));
    const countsOf = (request: FastifyRequest) => {
      if (!isCrossSite(request)) return [common];
      if (countsRefusals) return [isNavigation(request) ? linked : hidden];
      // A link that leads here is followed by a person.
      return isNavigation(request) ? [common] : [share, common];
    };
    rateLimitRefusals.labels(name).inc(0);
    return async (
      request: FastifyRequest,
      {
        cost = limit.leastCost ?? 1,
        of = '',
        payerId,
      }: { cost?: number; of?: string; payerId?: string } = {},
    ): Promise<void> => {
      if (exemptsOwnMachine && isExempt(ipAddressOf(request))) return;
      const group = ipAddressGroup(ipAddressOf(request), hostGroup);
      const payer = payerId ?? pays(request, group, cpuTime.has(limit));
      let count = common;
      const show = ({ remainingPoints, msBeforeNext }: RateLimiterRes) =>
        setRateLimit(request, {
          name,
          limit: { max: count.max, windowSeconds: limit.windowSeconds },
          remaining: Math.max(0, remainingPoints),
          resetSeconds: Math.ceil(msBeforeNext / 1_000),
        });
      try {
        for (count of countsOf(request))
          show(
            await count.limiter.consume([payer, of, count.of].filter(Boolean).join(' '), count.costOf(cost)),
          );
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        show(refusal);
        rateLimitRefusals.labels(name).inc();
        // One line per IP address and minute, however many requests are refused.
        const refusals = countRefusals(group);
        if (refusals) {
          const [url, from_proxy] = [request.routeOptions.url, isFromProxy(request)];
          request.log.warn({ address: group, url, refusals, from_proxy }, 'rate limit exceeded');
        }
        throw tooManyRequests(refusal.msBeforeNext / 1000);
      }
    };
  };

  const limitMalformed = limitOf('malformed', rateLimits.malformed, true, true);
  const countMalformed = async (request: FastifyRequest, cost: number) => {
    const { contract } = request.routeOptions.config ?? {};
    if (!contract) return;
    const of = contract.operation;
    try {
      await limitMalformed(request, { of, cost });
    } catch (error) {
      if (contract.access !== 'guest') throw error;
      // A session costs a query, so it is looked for above the limit only. It has a count of its own.
      const caller = await request.findAnyCaller();
      if (!caller) throw error;
      await limitMalformed(request, { of, cost, payerId: caller.user.id });
    }
  };
  app.decorate('limitMalformed', (request) =>
    countMalformed(request, Math.max(1, Math.ceil(bodyBytes(request) / largeBodyBytes))),
  );

  const { computation } = rateLimits;
  // Computations cost the same wherever the caller is, so this machine is limited as well.
  const limitComputation = limitOf('computation', computation, false);
  const limits = new Map<Route, ReturnType<typeof limitOf>>();
  const limitsOf = (route: Route) => {
    const { operation, access, rateLimit } = route;
    if (!rateLimit) return [];
    if (rateLimit === computation) return [limitComputation];
    const limit =
      limits.get(route) ?? limitOf(operation, rateLimit, access === 'guest' && !rateLimit.isPerProcess);
    limits.set(route, limit);
    return [limit];
  };
  app.decorate('limitRate', (route) => limitsOf(route).map((limit) => (request) => limit(request)));
  app.decorate('refuseLargeBodies', (route) => {
    const routeLimits = limitsOf(route);
    const refuse = callbackify(async (request: FastifyRequest) => {
      for (const limit of routeLimits) await limit(request, { cost: 0 });
      await countMalformed(request, 0);
    });
    return (request, _reply, done) => {
      if (bodyBytes(request) <= largeBodyBytes) done();
      else refuse(request, done);
    };
  });

  app.decorate('chargeComputation', async (request, cost) => {
    if (cost > computation.leastCost) await limitComputation(request, { cost: cost - computation.leastCost });
  });

  app.decorate('charging', (request, reply) => ({
    charge: (cost) => app.chargeComputation(request, cost),
    signal: signalOf(reply),
  }));

  const limitQuestions = limitOf('questions', rateLimits.questions, false);
  app.decorate('chargeQuestions', (request, reply) => ({
    charge: (cost) => limitQuestions(request, { cost }),
    signal: signalOf(reply),
  }));

  app.decorate('limitFailures', (name) => {
    const limitFailure = limitOf(name, rateLimits[name], true);
    return (request) => limitFailure(request);
  });
});
