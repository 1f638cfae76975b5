import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify';
import { idempotencyKeyHeader, replayedHeader } from 'contract/idempotency.ts';
import { calculationMethod, calculationMethodHeader } from 'contract/calculations/method.ts';
import { loanMessages } from 'contract/loans/loans.constants.ts';
import type { IdPath } from 'contract/fields.ts';
import type { DeclaredResponse, Route, RouteParsed, RouteResult } from 'contract/route.ts';
import type { z } from 'zod';
import type { ClientInfo } from '#audit/audit.ts';
import type { Actor, Caller } from '#auth/sessions/callers.ts';
import { notFound } from '#errors.ts';
import { createOnce } from '#domain/idempotency/idempotency.ts';
import { assertOwnRow, type OwnCall, type OwnedModel } from '#domain/lists/own-rows.ts';
import {
  recordViews,
  requireReason,
  runSearch,
  type Search,
  type View,
  type ViewDependencies,
} from '#domain/accounts/user-views.ts';
import { clientInfoOf } from './client-info.ts';
import { runAsUser } from '#platform/database/user-transactions.ts';
import forms from './forms.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** For the records of what responses to staff show of other users, and of requests with an `Idempotency-Key`. */
    handlerDependencies: ViewDependencies;
  }
  interface FastifyContextConfig {
    /** The server does not start if a route under /api has no contract (see `plugins/declared-routes.ts`). */
    contract?: Route;
  }
}

export interface Call<R extends Route> extends RouteParsed<R> {
  /** Null on guest routes, which check no token unless they call `request.findCaller()`. */
  caller: R['access'] extends 'guest' ? null : Caller;
  clientInfo: ClientInfo;
  upload: R extends { fileField: string } ? Buffer | undefined : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * A text or buffer is the response as it is sent. Nothing if the contract declares no JSON: the handler sends a file itself,
 * or the body is empty.
 */
type ResponseValue<R extends Route> = string | Buffer | RouteResult<R>;

type JsonResponse = Extract<DeclaredResponse, { kind: 'json' }>;

interface HandleOptions<R extends Route, Value = ResponseValue<R>> {
  /** Runs before the body is read. Throws `not_found`. */
  checkOwnership?: (call: Pick<Call<R>, 'params' | 'caller'>) => Promise<void>;
  /** The id of the created record, for requests with an `Idempotency-Key`; by default that of the saved record. */
  createdId?: (value: Value) => string;
  /** The body with what the service reads of it or takes for an absent field. Two that are the same are one request. */
  meaning?: (body: Call<R>['body']) => unknown;
  /** What a repetition with an `Idempotency-Key` responds: the record as it is now. Throws `not_found`. */
  readCreated?: (call: Call<R>, id: string) => Promise<ResponseValue<R>>;
  /** The users in a response to staff. It is sent after they are recorded. */
  views?: (value: Value, call: Call<R>) => View | readonly View[];
  /** The id of the user with whose record the work compares the request. A refusal tells of it, so it is a view as well. */
  compares?: (call: Call<R>) => string | undefined;
  /** The filter by which staff search for users, with its `view_reason`. It is refused before the work if it needs a reason. */
  searches?: (call: Call<R>) => object | undefined;
}

/**
 * Serves one operation of the contract. Checks run in this order: caller, rate limit, role,
 * network, CSRF, step-up, id in the path, ownership, then the body. The rate limit of guests comes after the body, except before an
 * upload, because malformed bodies have a limit of their own: what is right is not refused because something else was wrong. A large
 * body is not even read above either limit. The return value of the handler is sent with the
 * lowest success status of the contract, unless the handler set another, and with the fixed message of the
 * response. Only declared fields are sent. A text or buffer bypasses the serializer and is sent as JSON, unless the
 * handler set another content type. A test checks JSON that handlers write themselves against the response schema.
 */
export function handle<const R extends Route, Value extends ResponseValue<R>>(
  app: FastifyInstance,
  route: R,
  work: (call: Call<R>) => Promise<Value> | Value,
  {
    checkOwnership,
    createdId: ownCreatedId,
    meaning,
    readCreated,
    views,
    compares,
    searches,
  }: HandleOptions<R, Value> = {},
): void {
  const record = (call: Call<R>, view: View, search?: Search) =>
    recordViews(app.handlerDependencies, call as Actor, route.operation, { view, search });
  const viewing = async (call: Call<R>, search?: Search) => {
    const value = await work(call);
    for (const view of [views?.(value, call) ?? []].flat()) await record(call, view, search);
    return value;
  };
  const watched = async (call: Call<R>) => {
    const userId = compares?.(call);
    if (userId !== undefined) {
      await requireReason(app.handlerDependencies, call as Actor, userId);
      return viewing(call).catch(async (error: unknown) => {
        await record(call, { userId });
        throw error;
      });
    }
    const request = searches?.(call);
    if (!request) return viewing(call);
    const search = { action: route.operation, request, rowsAreChecked: true };
    return runSearch(app.handlerDependencies, call as Actor, search, (recorded) => viewing(call, recorded));
  };
  const handler = views || compares || searches ? watched : work;
  const successStatus = Math.min(...Object.keys(route.responses).map(Number));
  const success = route.responses[successStatus];
  const { msg, saved }: Pick<JsonResponse, 'msg' | 'saved'> = success?.kind === 'json' ? success : {};
  const createdId =
    route.idempotency && (ownCreatedId ?? (saved && ((value) => (value as { id: string }).id)));
  if (route.idempotency && (!createdId || (route.idempotency === 'read' && !readCreated)))
    throw new Error(`${route.operation} does not identify or read what it has created.`);
  const toBody = (reply: FastifyReply, value: unknown) => {
    if (saved) return { msg: saved.msg, [saved.name]: value };
    return withJsonType(reply, msg !== undefined && value === undefined ? { msg } : value);
  };
  const limits = app.limitRate(route);
  const takesForms = route.bodyTypes?.includes('multipart') ?? false;
  const isLimitedLast = route.access === 'guest' && Boolean(route.body ?? route.query);
  const limitIf = (isNow: (request: FastifyRequest) => boolean) =>
    limits.map((limit) => async (request: FastifyRequest) => {
      if (isNow(request)) await limit(request);
    });
  const limitsOfForms = takesForms ? limitIf(isForm) : [];
  const limitsOfOthers = takesForms ? limitIf((request) => !isForm(request)) : limits;
  const options: RouteOptions = {
    method: route.method,
    url: route.url.replace(openEnd, '*'),
    config: { contract: route },
    ...(route.bodyMaxBytes && { bodyLimit: route.bodyMaxBytes }),
    schema: {
      ...(route.body && { body: route.body }),
      ...(route.query && { querystring: route.query }),
      response: responseSchemas(route),
    },
    onRequest: [
      ...(isLimitedLast ? limitsOfForms : []),
      ...app.authorize(route),
      // Counted for the caller: requests without credentials do not use up what a member may do.
      ...(isLimitedLast ? [] : limits),
      ...(route.body ? [app.refuseLargeBodies(route)] : []),
      ...app.refuseBlockedNetworks(route),
      ...app.checkCsrf(route),
      ...app.requireStepUp(route),
      ...checkPath(route),
      ...app.requireSelf(route),
      ...(checkOwnership
        ? [async ({ params, caller }: FastifyRequest) => checkOwnership({ params, caller } as Call<R>)]
        : []),
    ],
    preHandler: isLimitedLast ? limitsOfOthers : [],
    handler: (request, reply) => {
      reply.status(successStatus);
      if (route.isCalculation) reply.header(calculationMethodHeader, calculationMethod);
      if (route.headHasNoEffect && request.method === 'HEAD') return reply.send();
      const { params, query, body, caller, upload } = request;
      const clientInfo = clientInfoOf(request);
      const call = { params, query, body, caller, upload, clientInfo, request, reply };
      const key = request.headers[idempotencyKeyHeader];
      if (createdId && caller && key !== undefined) {
        const create = async () => {
          // A transaction that runs once more after a conflict may respond with another status.
          reply.status(successStatus);
          const value = await handler(call as Call<R>);
          return { status: reply.statusCode, recordId: createdId(value), value: toBody(reply, value) };
        };
        const read =
          readCreated && (async (id: string) => toBody(reply, await readCreated(call as Call<R>, id)));
        const compared = [params, meaning ? meaning((call as Call<R>).body) : body];
        const attempt = {
          userId: caller.user.id,
          operation: route.operation,
          key: String(key),
          body: compared,
        };
        return runAsUser(caller.user.id, async () => {
          const result = await createOnce(app.handlerDependencies, { ...attempt, create, read });
          reply.status(result.status);
          if (result.isReplayed) reply.header(replayedHeader, 'true');
          return result.value;
        });
      }
      const response = caller
        ? runAsUser(caller.user.id, () => handler(call as Call<R>))
        : handler(call as Call<R>);
      if (response instanceof Promise) return response.then((value) => toBody(reply, value));
      const written = toBody(reply, response);
      // Fastify sends a returned value. Undefined must be sent explicitly.
      if (written === undefined) reply.send();
      return written;
    },
  };
  if (!takesForms) app.route(options);
  else {
    void app.register(async (scope) => {
      await scope.register(forms);
      scope.route(options);
    });
  }
}

/** Serves an operation on a row of the caller. Without such a row it is a 404 before the body is read. */
export const handleOwn =
  (app: FastifyInstance, model: OwnedModel) =>
  <const R extends Route & { params: typeof IdPath }, Value extends ResponseValue<R>>(
    route: R,
    work: (call: Call<R>) => Promise<Value> | Value,
  ): void =>
    handle(app, route, work, { checkOwnership: (call) => assertOwnRow(model, call as OwnCall) });

/**
 * The response of a calculation. The engine's result has no other than the declared fields, so it needs no serializer,
 * which would cost more than most calculations.
 */
export const calculated = (data: object): string =>
  JSON.stringify({ msg: loanMessages.calculationSuccessful, data });

/** Without this, Fastify would send a text as `text/plain` and a buffer as `application/octet-stream`. */
function withJsonType(reply: FastifyReply, value: unknown): unknown {
  const isWritten = typeof value === 'string' || Buffer.isBuffer(value);
  if (isWritten && !reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8');
  return value;
}

/** Reading it costs more than other bodies. An operation that takes none refuses it unread. */
const isForm = ({ headers }: FastifyRequest) => headers['content-type']?.startsWith('multipart/') ?? false;

/** A path whose last parameter may contain slashes. */
const openEnd = /:filePath$/;

/** Returns 404 for a malformed id, before the body is read. */
function checkPath({ params: schema, url }: Route): onRequestHookHandler[] {
  if (!schema) return [];
  return [
    (request, _reply, done) => {
      const params = openEnd.test(url) ? { filePath: restOfPath(request) } : request.params;
      const parsed = schema.safeParse(params);
      if (!parsed.success) throw notFound();
      request.params = parsed.data;
      done();
    },
  ];
}

const restOfPath = ({ params }: FastifyRequest) => (params as { '*': string })['*'];

function responseSchemas(route: Route): Record<number, z.ZodType> {
  return Object.fromEntries(
    Object.entries(route.responses).flatMap(([status, response]) =>
      response.kind === 'json' ? [[status, response.schema]] : [],
    ),
  );
}
