import { ErrorBody, errorStatuses } from 'contract/errors.ts';
import { operations } from 'contract/operations.ts';
import { errorsOf, type Route } from 'contract/route.ts';
import Fastify from 'fastify';
import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import declaredRoutes from '#plugins/declared-routes.ts';
import type { OpenApiDocument } from '#plugins/openapi-document.ts';
import { useTestApp } from '#test/app.ts';
import { createCaller } from '#test/factories.ts';

// Every route is called dozens of times: what is looked at here is not how often.
const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

interface Answer {
  status: number;
  body: { code?: unknown };
}

async function call(
  { method, url }: Route,
  {
    token,
    path = 'garbage',
    body,
    type = 'application/json',
    header,
  }: {
    token?: string | undefined;
    path?: string;
    body?: string | undefined;
    type?: string;
    header?: readonly [string, string];
  } = {},
): Promise<Answer> {
  const address = url.replaceAll(/:\w+/g, path);
  const sent = request(test.app.server)[method.toLowerCase() as Lowercase<typeof method>](address);
  if (token !== undefined) sent.set('authorization', `Bearer ${token}`);
  if (header) sent.set(...header);
  if (body !== undefined) sent.set('content-type', type).send(body);
  return sent;
}

/** What of an answer the contract does not say; undefined where it says all of it. */
function undeclared(route: Route, { status, body }: Answer): unknown {
  const answer = route.answers[status];
  if (answer?.kind === 'json' && answer.schema.safeParse(body).success) return undefined;
  if (answer?.kind === 'empty' && Object.keys(body).length === 0) return undefined;
  const failure = ErrorBody.safeParse(body);
  if (!failure.success) return { status, body };
  const { code } = failure.data;
  const isDeclared = errorStatuses[code] === status && errorsOf(route).includes(code);
  return isDeclared && code !== 'internal_error' ? undefined : { status, body };
}

describe('every route', () => {
  let routes: Route[];
  let document: OpenApiDocument;
  beforeAll(async () => {
    routes = test.app.contracts;
    document = (await request(test.app.server).get('/api/openapi.json').expect(200)).body as OpenApiDocument;
  });

  it('of the access map is served, and nothing else under /api', () => {
    const served = routes.map(({ operation }) => operation).toSorted();
    expect(served).toEqual(Object.keys(operations).toSorted());
  });

  it('lets in nobody without a token, except where its access says guest', async () => {
    for (const route of routes) {
      const { status, body } = await call(route);
      const isRefused = status === 401 && body.code === 'not_authenticated';
      const refusesItself = route.errors.includes('not_authenticated');
      expect([route.operation, isRefused]).toEqual([
        route.operation,
        route.access !== 'guest' || refusesItself,
      ]);
    }
  });

  it('answers what its contract declares to strangers, bad tokens, garbage and its own examples', async () => {
    const { access } = await createCaller(test, { is_superuser: true, is_staff: true });
    const tokens = [undefined, 'garbage', access];
    const bodies = [
      undefined,
      '{}',
      '{"__proto__": 1',
      '[]',
      '{"no_such_field": ["\\u0000"]}',
      'x'.repeat(70_000),
    ];
    const paths = ['garbage', '%00', 'a'.repeat(2_000)];
    const somebody = '00000000-0000-7000-8000-000000000000';
    for (const route of routes) {
      const hasBody = route.method !== 'GET';
      const examples = hasBody && route.bodyExample ? [JSON.stringify(route.bodyExample)] : [];
      const cases = [
        ...tokens.map((token) => ({ token, path: somebody, body: examples[0] })),
        ...(route.url.includes(':') ? paths.map((path) => ({ token: access, path, body: examples[0] })) : []),
        ...(hasBody ? bodies.map((body) => ({ token: access, path: somebody, body })) : []),
        ...(hasBody ? [{ token: access, path: somebody, body: 'x', type: 'text/plain' }] : []),
      ];
      for (const given of cases) {
        const answer = await call(route, given);
        const { token, path } = given;
        const named = { operation: route.operation, token, path, body: given.body?.slice(0, 40) };
        expect({ ...named, undeclared: undeclared(route, answer) }).toEqual({
          ...named,
          undeclared: undefined,
        });
      }
    }
  });

  it('declares what HTTP itself refuses, whatever is asked for', async () => {
    for (const route of routes) {
      const { operation, method, url } = route;
      const headers = { expect: 'nonsense' };
      const malformed = await test.app.inject({ method, url, headers });
      const answers = [
        { status: malformed.statusCode, body: malformed.json<Answer['body']>() },
        await call(route, { header: ['x-large', 'x'.repeat(20_000)] }),
      ];
      const seen = answers.map((answer) => [answer.status, undeclared(route, answer)]);
      expect([operation, ...seen]).toEqual([operation, [400, undefined], [431, undefined]]);
      expect(errorsOf(route)).toContain('request_timeout');
    }
  });

  it('shows an example of each answer and each body that its own schema accepts', () => {
    const refused = routes.flatMap(({ operation, answers, body, bodyExample }) => [
      ...Object.values(answers).flatMap((answer) =>
        answer.kind === 'json' ? [[operation, answer.schema.safeParse(answer.example).error]] : [],
      ),
      [operation, body?.safeParse(bodyExample).error],
    ]);
    expect(refused.filter(([, error]) => error !== undefined)).toEqual([]);
  });

  it('says what is wrong with a field in the product’s own words, not its validator’s', () => {
    const messages = routes.flatMap(({ operation, body, bodyExample }) =>
      Object.keys(bodyExample ?? {}).flatMap((field) =>
        [5, true, ['x'], {}].flatMap((value) => {
          const parsed = body?.safeParse({ ...(bodyExample as object), [field]: value });
          return (parsed?.error?.issues ?? []).map(({ message }) => [operation, field, message]);
        }),
      ),
    );
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.filter(([, , message]) => message?.startsWith('Invalid'))).toEqual([]);
  });

  it('stands in the OpenAPI document with its answers and every error, each with an example', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const documented = new Map(
      Object.values(document.paths).flatMap((path) =>
        Object.values(path).map((entry) => [entry.operationId, entry]),
      ),
    );
    for (const route of routes) {
      const entry = documented.get(route.operation);
      const statuses = [
        ...Object.keys(route.answers),
        ...errorsOf(route).map((code) => String(errorStatuses[code])),
      ];
      expect(Object.keys(entry?.responses ?? {}).toSorted()).toEqual([...new Set(statuses)].toSorted());
      const shown = Object.values(entry?.responses ?? {}).flatMap(({ content }) =>
        Object.keys(content?.['application/json']?.examples ?? {}),
      );
      expect(shown).toEqual(expect.arrayContaining(errorsOf(route)));
      for (const { examples } of Object.values(entry?.requestBody?.content ?? {})) {
        expect(examples).toEqual({ example: { value: route.bodyExample } });
      }
      expect(entry?.requestBody !== undefined).toBe(route.body !== undefined);
    }
  });

  it('without declared access does not start', async () => {
    const app = Fastify();
    await app.register(declaredRoutes);
    expect(() => app.get('/api/undeclared', () => 'open')).toThrow('declares no access');
    expect(() => app.get('/page', () => 'a file')).not.toThrow();
  });
});
