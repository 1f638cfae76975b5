import { calculationMethodHeader } from 'contract/calculations/method.ts';
import { idempotencyKeyHeader, replayedHeader } from 'contract/idempotency.ts';
import { totalCountHeader } from 'contract/limits.ts';
import { routes } from 'contract/routes.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isLoopback } from '#platform/ip-addresses.ts';
import { rateLimitHeader, rateLimitPolicyHeader } from './rate-limit-headers.ts';

const exposedHeaders = [
  'retry-after',
  rateLimitHeader,
  rateLimitPolicyHeader,
  'x-request-id',
  totalCountHeader,
  calculationMethodHeader,
  replayedHeader,
].join(', ');

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-max-age': '600',
  'content-length': '0',
};
const headersOfNamed = `authorization, content-type, x-csrftoken, x-device-token, ${idempotencyKeyHeader}`;

/**
 * Allows pages of these origins to call the API with cookies, and pages of every other origin to read public data and
 * to calculate, without credentials.
 */
export default fp(async function cors(app: FastifyInstance, { origins }: { origins: (string | RegExp)[] }) {
  const isNamed = isOneOf(origins);
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    const isFromNamed = origin !== undefined && isNamed(origin);
    const isAllowed = isFromNamed || isPublicData(request);
    reply.header('vary', 'Origin');
    if (isAllowed) reply.header('access-control-allow-origin', isFromNamed ? origin : '*');
    if (isFromNamed) reply.header('access-control-allow-credentials', 'true');
    if (isAllowed || origins.length > 0) {
      reply.header('access-control-expose-headers', exposedHeaders);
      if (request.method === 'OPTIONS') {
        reply.headers(preflightHeaders).status(204);
        if (isAllowed)
          reply.header('access-control-allow-headers', isFromNamed ? headersOfNamed : 'content-type');
        return void reply.send();
      }
    }
    done();
  });
  app.options('*', (_request, reply) => reply.callNotFound());
});

const publicData = routes
  .filter(({ isPublicData: isPublic }) => isPublic)
  .map(({ method, url }) => ({ method, path: new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}?$`) }));

/** A preflight has another method, and no route. HEAD is read like GET. */
function isPublicData({ method, headers, url, routeOptions }: FastifyRequest): boolean {
  if (method !== 'OPTIONS') return routeOptions.config?.contract?.isPublicData === true;
  const called = headers['access-control-request-method'];
  const [path = ''] = url.split('?');
  return publicData.some(
    (route) => route.method === (called === 'HEAD' ? 'GET' : called) && route.path.test(path),
  );
}

/** The configured origins and, for an installation on this machine only, every port of this machine. */
export function otherOrigins(publicUrl: string, corsOrigins: string[]): (string | RegExp)[] {
  const named = corsOrigins.map((origin) => new URL(origin).origin);
  const { protocol, hostname } = new URL(publicUrl);
  if (!isLoopback(hostname)) return named;
  return [...named, new RegExp(`^${protocol}//(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d+)?$`)];
}

const isOneOf = (origins: readonly (string | RegExp)[]) => (origin: string) =>
  origins.some((known) => (typeof known === 'string' ? known === origin : known.test(origin)));

/** Whether pages of an origin may send writes: the app's own and the `others`. */
export const ownOrigins = (publicUrl: string, others: readonly (string | RegExp)[]) =>
  isOneOf([new URL(publicUrl).origin, ...others]);

/** Whether a page of another site has caused the request, as far as the browser reports it. */
export const isFromOtherSite =
  (isOwnOrigin: (origin: string) => boolean) =>
  ({ headers }: FastifyRequest): boolean =>
    headers.origin === undefined ? headers['sec-fetch-site'] === 'cross-site' : !isOwnOrigin(headers.origin);
