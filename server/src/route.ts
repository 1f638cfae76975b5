import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Route, RouteAnswer, RouteParsed } from 'contract/route.ts';
import { z } from 'zod';
import type { Origin } from '#domain/records.ts';
import type { Caller } from '#domain/callers.ts';
import { notFound } from '#errors.ts';
import { originOf } from '#plugins/request-origin.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract this route keeps; a route without one does not start (see `app.ts`). */
    contract?: Route;
  }
}

export interface Call<R extends Route> extends RouteParsed<R> {
  /** Null on guest routes, which look at no token unless they ask `request.findCaller()`. */
  caller: R['access'] extends 'guest' ? null : Caller;
  origin: Origin;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Serves one operation of the contract. Refusals come in the contract's order: rate, who, role, CSRF, id in
 * the path, ownership, then the body. The handler's value answers with the lowest success status of the contract,
 * unless it set another on the reply; only declared fields leave.
 */
export function handle<const R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (call: Call<R>) => Promise<RouteAnswer<R>> | RouteAnswer<R>,
): void {
  const successStatus = Math.min(...Object.keys(route.answers).map(Number));
  app.route({
    method: route.method,
    url: route.url,
    config: { contract: route },
    schema: {
      ...(route.body && { body: route.body }),
      ...(route.query && { querystring: route.query }),
      response: responseSchemas(route),
    },
    onRequest: [
      ...app.limitRate(route),
      ...app.authorize(route),
      ...app.refuseForgery(route),
      checkPath(route),
      ...app.holdToSelf(route),
    ],
    handler: async (request, reply) => {
      // Answers are about one caller and one moment; files and streams say otherwise for themselves.
      reply.status(successStatus).header('cache-control', 'no-store');
      const { params, query, body, caller } = request;
      const origin = originOf(request);
      const answer = await handler({ params, query, body, caller, origin, request, reply } as Call<R>);
      return reply.sent ? reply : reply.send(answer);
    },
  });
}

/** An id in the path that cannot be one names nothing: 404, before the body is looked at. */
function checkPath(route: Route): onRequestAsyncHookHandler {
  const schema = route.params;
  return async (request) => {
    const parsed = schema?.safeParse(request.params);
    if (parsed && !parsed.success) throw notFound();
    if (parsed) request.params = parsed.data;
  };
}

/** In the dialect of the serializer. */
function responseSchemas(route: Route): Record<number, object> {
  return Object.fromEntries(
    Object.entries(route.answers).flatMap(([status, answer]) =>
      answer.kind === 'json'
        ? [[status, z.toJSONSchema(answer.schema, { io: 'output', target: 'draft-7' })]]
        : [],
    ),
  );
}
