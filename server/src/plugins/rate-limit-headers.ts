import type { RateLimit } from 'contract/route.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

// As in draft-ietf-httpapi-ratelimit-headers-10.
export const rateLimitPolicyHeader = 'ratelimit-policy';
export const rateLimitHeader = 'ratelimit';

export interface RateLimitState {
  name: string;
  /** `max` with the scale of the installation. */
  limit: Pick<RateLimit, 'max' | 'windowSeconds'>;
  remaining: number;
  resetSeconds: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The limits that this request was counted for, by name. */
    rateLimits: Map<string, RateLimitState> | null;
  }
}

/** Tells callers their limits before they reach them. */
export default fp(async function rateLimitHeaders(app: FastifyInstance) {
  app.decorateRequest('rateLimits', null);
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.rateLimits) {
      const states = [...request.rateLimits.values()];
      reply.header(rateLimitPolicyHeader, states.map(policyOf).join(', '));
      reply.header(rateLimitHeader, states.map(remainderOf).join(', '));
    }
    done();
  });
});

export function setRateLimit(request: FastifyRequest, state: RateLimitState): void {
  request.rateLimits ??= new Map();
  request.rateLimits.set(state.name, state);
}

const policyOf = ({ name, limit: { max, windowSeconds } }: RateLimitState) =>
  `"${name}";q=${max};w=${windowSeconds}`;

const remainderOf = ({ name, remaining, resetSeconds }: RateLimitState) =>
  `"${name}";r=${remaining};t=${resetSeconds}`;
