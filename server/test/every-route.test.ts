import { errorStatuses } from 'contract/errors.ts';
import { operations } from 'contract/operations.ts';
import { errorsOf, type Route } from 'contract/route.ts';
import Fastify from 'fastify';
import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import declaredRoutes from '#plugins/declared-routes.ts';
import { useTestApp } from '#test/app.ts';

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, OpenApiOperation>>;
}
interface OpenApiOperation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: object; example?: unknown; examples?: object }> };
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: object; examples?: object }> }
  >;
}

const test = useTestApp();

describe('every route', () => {
  let routes: Route[];
  let document: OpenApi;
  beforeAll(async () => {
    routes = test.app.contracts;
    document = (await request(test.app.server).get('/api/openapi.json').expect(200)).body as OpenApi;
  });

  it('of the access map is served, and nothing else under /api', () => {
    const served = routes.map(({ operation }) => operation).toSorted();
    expect(served).toEqual(Object.keys(operations).toSorted());
  });

  it('declares access, an answer with its schema and the errors that its access and input bring', () => {
    for (const route of routes) {
      expect(operations[route.operation]).toMatchObject({ access: route.access, url: route.url });
      const statuses = Object.keys(route.answers).map(Number);
      expect(statuses.some((status) => status >= 200 && status < 300)).toBe(true);
      expect(errorsOf(route)).toEqual(
        expect.arrayContaining([
          'internal_error',
          ...(route.body || route.query ? ['validation_failed'] : []),
          ...(route.access === 'guest' ? [] : ['not_authenticated']),
        ]),
      );
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
      const withoutExample = Object.entries(entry?.responses ?? {}).filter(
        ([status, { content }]) =>
          Number(status) >= 400 && Object.keys(content?.['application/json']?.examples ?? {}).length === 0,
      );
      expect(withoutExample).toEqual([]);
    }
  });

  it('without declared access does not start', async () => {
    const app = Fastify();
    await app.register(declaredRoutes);
    expect(() => app.get('/api/undeclared', () => 'open')).toThrow('declares no access');
    expect(() => app.get('/page', () => 'a file')).not.toThrow();
  });
});
