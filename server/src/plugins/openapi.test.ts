import { gunzipSync } from 'node:zlib';
import type { Route } from 'contract/route.ts';
import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useTestApp } from '#test/app.ts';
import {
  type OpenApiDocument,
  openApiDocument,
  type OpenApiOperation,
  type OpenApiResponse,
} from './openapi-document.ts';
import type { JsonSchema } from './openapi-schemas.ts';

const test = useTestApp();

describe('the OpenAPI document', () => {
  let document: OpenApiDocument;
  let operations: OpenApiOperation[];
  beforeAll(async () => {
    document = (await request(test.app.server).get('/api/openapi.json').expect(200)).body as OpenApiDocument;
    operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  });

  it('is OpenAPI 3.1 with unique operation ids and a parameter for each part of a path', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: 'Declassified API', version: expect.any(String) });
    expect(document.servers).toEqual([{ url: test.config.publicUrl }]);
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.length).toBe(test.app.contracts.length);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [path, methods] of Object.entries(document.paths)) {
      const named = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
      for (const { parameters } of Object.values(methods)) {
        const documented = parameters.filter((parameter) => parameter.in === 'path' && parameter.required);
        expect(documented.map(({ name }) => name)).toEqual(named);
      }
    }
  });

  it('resolves every reference, and has no definitions outside of its components', () => {
    const references = valuesOf(document, '$ref');
    expect(references).toContain('#/components/schemas/LoanRequest');
    expect(references.filter((reference) => resolve(document, reference) === undefined)).toEqual([]);
    expect(valuesOf(document, '$defs')).toEqual([]);
    expect(valuesOf(document, '$schema')).toEqual([]);
  });

  it('shows examples of every body and every answer that the documented schemas accept', () => {
    const media = operations.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...withoutFiles(operationId, responses)].flatMap((part) =>
        Object.values(part?.content ?? {}).map((content) => ({ at: operationId, content })),
      ),
    );
    const refused = media.flatMap(({ at, content: { schema, examples = {} } }) => {
      const values = Object.values(examples).map(({ value }) => value);
      if (values.length === 0 || !schema) return [[at, 'no example']];
      const accepted = readable(document, schema);
      return values.flatMap((value) => {
        const { error } = accepted.safeParse(value);
        return error ? [[at, value, error.issues]] : [];
      });
    });
    expect(refused).toEqual([]);
  });

  it('says what a failure says: its own words, the refused fields, when to try again', () => {
    const { responses } = document.paths['/api/v1/finance/calculate-principal/']!['post']!;
    const example = (status: number, code: string) =>
      responses[status]?.content?.['application/json']?.examples?.[code]?.value;
    expect(example(400, 'validation_failed')).toMatchObject({
      code: 'validation_failed',
      details: { total_loan_amount: ['Required.'] },
      request_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    });
    expect(example(429, 'too_many_requests')).toMatchObject({
      msg: 'Too many requests. Please try again later.',
    });
    for (const status of [429, 503]) expect(responses[status]?.headers).toHaveProperty('Retry-After');
    expect(responses[400]).not.toHaveProperty('headers');
  });

  it('describes a status that an answer and a failure share as either of them', () => {
    const shared = document.paths['/api/readyz']!['get']!.responses['503']!.content!['application/json']!;
    expect(shared.schema).toEqual({
      anyOf: [{ $ref: '#/components/schemas/HealthReport' }, { $ref: '#/components/schemas/Error' }],
    });
    expect(Object.keys(shared.examples ?? {})).toEqual(['example', 'unavailable']);
  });

  it('names the two ways to be known, and the headers of sign-in and of writes', () => {
    const headersOf = (path: string, method: string) =>
      document.paths[path]![method]!.parameters.filter(({ in: place }) => place === 'header').map(
        ({ name }) => name,
      );
    expect(Object.keys(document.components.securitySchemes)).toEqual(['bearer', 'cookie']);
    const { security, parameters } = document.paths['/api/user/user/{id}/']!['get']!;
    expect(security).toEqual([{ bearer: [] }, { cookie: [] }]);
    expect(parameters).toMatchObject([{ name: 'id', in: 'path', required: true }]);
    expect(headersOf('/api/user/login/', 'post')).toEqual(['X-Device-Token', 'X-CSRFToken']);
    expect(headersOf('/api/user/logout/', 'post')).toEqual(['X-CSRFToken']);
    // Wherever a password is checked, a known device has a count of its own.
    for (const [path, method] of [
      ['/api/user/resend-verification-email/', 'post'],
      ['/api/user/user/update/{userId}/', 'put'],
      ['/api/user/user/{id}/', 'delete'],
    ] as const) {
      expect(headersOf(path, method)).toEqual(['X-Device-Token', 'X-CSRFToken']);
    }
    expect(headersOf('/api/healthz', 'get')).toEqual([]);
  });

  it('says of which operations the body may be left out', () => {
    const optional = operations.flatMap(({ operationId, requestBody }) =>
      requestBody && !requestBody.required ? [operationId] : [],
    );
    expect(optional.toSorted()).toEqual([
      'adminUpdateUser',
      'deleteUser',
      'exportIpRecords',
      'exportLogRecords',
      'listIpRecords',
      'listLogRecords',
      'logout',
      'refreshAccessToken',
      'updateUser',
    ]);
  });

  it('keeps a schema that is both sent and answered apart by direction', () => {
    const Page = z.object({ size: z.int().default(10) }).meta({ id: 'Page' });
    const route: Route = {
      operation: 'login',
      method: 'POST',
      url: '/pages',
      access: 'guest',
      summary: 'Turn',
      tag: 'system',
      query: z.object({ from: z.string().optional() }),
      body: Page,
      bodyExample: {},
      answers: { 200: { kind: 'json', description: 'Turned.', schema: Page, example: { size: 10 } } },
      errors: [],
    };
    const { paths, components } = openApiDocument([route], 'https://example.org');
    const { requestBody, responses, parameters } = paths['/pages']!['post']!;
    expect(requestBody?.content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/PageInput',
    });
    expect(responses['200']?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/Page',
    });
    expect(components.schemas['Page']).toMatchObject({ required: ['size'] });
    expect(components.schemas['PageInput']).not.toHaveProperty('required');
    expect(parameters).toContainEqual({
      name: 'from',
      in: 'query',
      required: false,
      schema: { type: 'string' },
    });
  });
});

describe('the documentation page', () => {
  it('has a policy that admits no inline code and nothing from elsewhere', async () => {
    const { headers, text } = await request(test.app.server).get('/api/docs').expect(200);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(text).toContain('<title>Declassified API</title>');
    expect(text).not.toMatch(/https?:\/\//);
  });

  it('loads files that browsers keep for ever, compressed for those who can read it', async () => {
    const { text } = await request(test.app.server).get('/api/docs/').expect(200);
    const urls = Array.from(text.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g), ([, url]) => url ?? '');
    expect(urls.length).toBeGreaterThanOrEqual(3);
    for (const url of urls) {
      const plain = await test.app.inject({ url });
      const compressed = await test.app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(compressed.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(compressed.rawPayload).equals(plain.rawPayload)).toBe(true);
      for (const { headers } of [plain, compressed]) {
        expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
        expect(headers['vary']).toContain('accept-encoding');
      }
    }
  });

  it('has no second copy of the document', async () => {
    await request(test.app.server).get('/api/docs/json').expect(404);
    await request(test.app.server).get('/api/docs/yaml').expect(404);
  });
});

/** All values under this key, wherever it stands. */
function valuesOf(node: unknown, key: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === key ? [String(value)] : valuesOf(value, key),
  );
}

function resolve(document: OpenApiDocument, reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document);
}

/** Files have no schema, and nothing to show. */
function withoutFiles(operationId: string, responses: OpenApiOperation['responses']): OpenApiResponse[] {
  const { answers } = test.app.contracts.find(({ operation }) => operation === operationId)!;
  return Object.entries(responses)
    .filter(([status]) => answers[Number(status)]?.kind !== 'file')
    .map(([, response]) => response);
}

/** What a reader of the document alone would accept. */
function readable(document: OpenApiDocument, schema: JsonSchema): z.ZodType {
  const inlined = JSON.stringify({ ...schema, $defs: document.components.schemas });
  return z.fromJSONSchema(JSON.parse(inlined.replaceAll('#/components/schemas/', '#/$defs/')) as JsonSchema);
}
