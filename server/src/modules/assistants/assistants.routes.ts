import { rateLimits } from 'contract/limits.ts';
import type { Route } from 'contract/route.ts';
import type { AreaRoute } from 'contract/routes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import { errorBody, fieldErrors, notFound, validationFailed } from '#errors.ts';
import { parseInput } from '#platform/parse-input.ts';
import { toAppError } from '#plugins/error-handler.ts';

const url = '/api/mcp';
const Message = z.looseObject({}, 'Must be a JSON object.');
const Call = z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string() });
const isCall = (body: unknown): boolean => Call.safeParse(body).success;

/** Serves tools for assistants. The operations of the tools must be registered later. */
export function assistantRoutes(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  const handlers = new Map<string, RouteHandlerMethod>();
  app.addHook('onRoute', ({ config, handler }) => {
    if (config?.contract) handlers.set(config.contract.operation, handler);
  });

  for (const method of ['POST', 'GET', 'DELETE'] as const) {
    // Not in the access map, because the protocol describes its own operations.
    const rules = {
      rateLimit: rateLimits.assistant,
      body: Message,
      isOpenToBlockedNetworks: 'members' as const,
    };
    const contract = { method, url, access: 'guest', operation: 'mcp', ...rules } as unknown as Route;
    const limits = app.limitRate(contract);
    // A message is read first, because malformed ones have a limit of their own.
    const isRead = method === 'POST';
    const onRequest = [
      withoutCookie,
      ...(isRead ? [] : limits),
      ...app.refuseBlockedNetworks(contract),
      ...app.checkCsrf(contract),
    ];
    const limitMessage = async (request: FastifyRequest) => {
      parse(Message, request.body);
      if (isCall(request.body)) for (const limit of limits) await limit(request);
      else await app.limitMalformed(request);
    };
    const preHandler = isRead ? limitMessage : [];
    app.route({ method, url, config: { contract }, onRequest, preHandler, handler: serve });
  }

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { method } = request;
    const { answerCall } = await import('./assistant-server.ts');
    request.caller = await request.findTokenCaller();
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const webRequest = new Request(new URL(url, publicUrl), { method, headers: Object.fromEntries(headers) });
    const call = {
      publicUrl,
      scopes: request.caller?.scopes ?? [],
      run: (route: AreaRoute, input: object) => run(request, reply, route, input),
      toErrorBody: (thrown: unknown) => {
        const error = toAppError(thrown);
        if (!error) request.log.error({ err: thrown }, 'tool crashed');
        return errorBody(error, request.id);
      },
    };
    const response = await answerCall(call, webRequest, request.body);
    if (response.status === 405) reply.header('allow', 'POST');
    reply.status(response.status).headers(Object.fromEntries(response.headers));
    return reply.send(response.body ? Buffer.from(await response.arrayBuffer()) : undefined);
  }

  /** Runs the checks and the handler of an operation. Its headers are not sent. */
  async function run(request: FastifyRequest, reply: FastifyReply, route: AreaRoute, input: object) {
    const isPublic = route.access === 'guest';
    const names = Object.keys(route.params?.shape ?? {});
    const [path, rest] = [true, false].map((isPath) =>
      Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name) === isPath)),
    );
    const values = {
      caller: isPublic ? null : { ...app.authorizeToken(route, request.caller), isAssistant: true },
      // A malformed id gives a 404, as in a URL.
      params: parse(route.params ?? z.object(), path, notFound),
      // No tool has both a query and a body.
      query: route.body ? {} : parse(route.query ?? z.strictObject({}), rest),
      body: route.body && parse(route.body, rest),
      headers: {},
    };
    const ignore = () => toolReply;
    const toolReply: FastifyReply = derived(reply, { header: ignore, status: ignore, type: ignore });
    const value: unknown = await handlers
      .get(route.operation)
      ?.call(app, derived(request, values), toolReply);
    if (typeof value === 'string' || Buffer.isBuffer(value)) return JSON.parse(value.toString()) as unknown;
    const success = route.responses[200];
    return success?.kind === 'json' ? success.schema.parse(value) : undefined;
  }
}

/** Nothing is stored between calls, not even a cookie. */
async function withoutCookie(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.hasCsrfCookie = true;
}

const derived = <Base extends object>(base: Base, values: object): Base =>
  Object.create(
    base,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, writable: true }])),
  ) as Base;

function parse(schema: z.ZodType, input: unknown, refusal = validationError): unknown {
  const parsed = parseInput(schema, input);
  if (!parsed.success) throw refusal(parsed.error);
  return parsed.data;
}

const validationError = (error: z.ZodError) => validationFailed(fieldErrors(error));
