import { errorStatuses } from 'contract/errors.ts';
import { type Operation, operations } from 'contract/operations.ts';
import { errorsOf } from 'contract/route.ts';
import { type AreaRoute, routes } from 'contract/routes.ts';
import Fastify from 'fastify';
import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import declaredRoutes from '#plugins/declared-routes.ts';
import { useTestApp } from '#test/app.ts';
import {
  type DocumentedOperation,
  documentedSchema,
  type OpenApiDocument,
  operationsOf,
} from '#test/openapi.ts';

const test = useTestApp();

let document: OpenApiDocument;
beforeAll(async () => {
  document = (await request(test.app.server).get('/api/openapi.json').expect(200)).body as OpenApiDocument;
});

/** The steps of "Adding an area" (CONTRIBUTING.md) that an operation lacks. */
function missingSteps(name: string, { method, url }: Operation, declared: readonly AreaRoute[]): string[] {
  const [route, ...others] = declared.filter(({ operation }) => operation === name);
  if (!route) return [`route('${name}', …) in contract/src/<area>/, or the area's line in areas.ts`];
  const { area } = route;
  const isServed = test.app.hasRoute({ method, url: url.replace(/:filePath$/, '*').replace(/\/$/, '') });
  return [
    ...others.map((other) => `only one declaration: ${area} and ${other.area} have one`),
    ...(isServed ? [] : [`handle(app, ${name}, …) in modules/${area}, or the module's line in app.ts`]),
    ...missingExamples(route).map((what) => `${what} that fits its schema in contract/src/${area}/`),
    ...undocumented(route),
  ];
}

function missingExamples({ body, bodyExample, responses }: AreaRoute): string[] {
  const refused = Object.entries(responses).filter(
    ([, response]) => response.kind === 'json' && !response.schema.safeParse(response.example).success,
  );
  return [
    ...(body && (bodyExample === undefined || !body.safeParse(bodyExample).success) ? ['a bodyExample'] : []),
    ...refused.map(([status]) => `an example of the ${status}`),
  ];
}

/** The statuses and errors that the OpenAPI document lacks, each with an example that its schema accepts. */
function undocumented(route: AreaRoute): string[] {
  const operation = operationsOf(document).find(({ operationId }) => operationId === route.operation);
  if (!operation) return ['a place in the OpenAPI document'];
  const { responses, requestBody, tags } = operation;
  const codes = errorsOf(route);
  const statuses = new Set([...Object.keys(route.responses), ...codes.map((code) => errorStatuses[code])]);
  const shown = new Set(contentsOf(operation).flatMap(({ examples = {} }) => Object.keys(examples)));
  return [
    ...[...statuses].filter((status) => !(status in responses)).map((status) => `a documented ${status}`),
    ...codes.filter((code) => !shown.has(code)).map((code) => `a documented example of ${code}`),
    ...(tags.join() === route.area ? [] : ['its area as its tag']),
    ...(Boolean(requestBody) === Boolean(route.body) ? [] : ['a documented body']),
    ...contentsOf(operation).flatMap(({ schema, examples = {} }) => {
      const accepted = documentedSchema(document, schema ?? {});
      const refused = Object.entries(examples).filter(([, { value }]) => !accepted.safeParse(value).success);
      return refused.map(([example]) => `a documented schema that accepts its example ${example}`);
    }),
  ];
}

const contentsOf = ({ requestBody, responses }: DocumentedOperation) =>
  [requestBody, ...Object.values(responses)].flatMap((part) => Object.values(part?.content ?? {}));

describe('every operation of the access map', () => {
  it('is declared in one area, served, documented, and has examples', () => {
    const missing = Object.entries(operations).flatMap(([name, operation]) =>
      missingSteps(name, operation, routes).map((step) => `${name} lacks ${step}`),
    );
    expect(missing).toEqual([]);
  });

  it('is named with the missing step if it is incomplete', () => {
    const operation: Operation = { method: 'GET', url: '/api/notes/', access: 'guest' };
    expect(missingSteps('listNotes', operation, routes)).toEqual([expect.stringContaining('areas.ts')]);
    const health = routes.find((route) => route.operation === 'getHealth');
    const unserved = { ...health!, ...operation, area: 'notes' };
    expect(missingSteps('getHealth', operation, [unserved])).toEqual([
      expect.stringContaining('app.ts'),
      'its area as its tag',
    ]);
    const unfit = { ...health!, responses: { 200: { ...health!.responses[200], example: 1 } } } as AreaRoute;
    expect(missingSteps('getHealth', operations.getHealth, [unfit])).toEqual([
      'an example of the 200 that fits its schema in contract/src/system/',
    ]);
  });

  it('describes an invalid field in the product’s words, not in those of the validator', () => {
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
});

it('a route under /api without declared access stops the start', async () => {
  const app = Fastify();
  await app.register(declaredRoutes);
  expect(() => app.get('/api/undeclared', () => 'open')).toThrow('declares no access');
  expect(() => app.get('/page', () => 'a file')).not.toThrow();
});

describe('the OpenAPI document', () => {
  let documented: Map<string, DocumentedOperation>;
  beforeAll(() => {
    documented = new Map(operationsOf(document).map((operation) => [operation.operationId, operation]));
  });

  it('is OpenAPI 3.1 with unique operation ids and a parameter for each part of a path', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: 'Declassified API', version: expect.any(String) });
    expect(document.servers).toEqual([{ url: test.config.publicUrl }]);
    expect(documented.size).toBe(operationsOf(document).length);
    for (const { path, parameters = [] } of documented.values()) {
      const ofPath = parameters.filter((parameter) => parameter.in === 'path' && parameter.required);
      expect(ofPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    }
  });

  it('resolves every reference', () => {
    const references = valuesOf(document, '$ref');
    expect(references).toContain('#/components/schemas/LoanRequest');
    const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(names).toEqual(expect.arrayContaining(references));
  });

  it('states the default compounding frequency of a loan', () => {
    expect(document.components.schemas['LoanRequest']).toMatchObject({
      properties: { compounding_frequency: { default: 'monthly' } },
      required: ['total_loan_amount', 'duration_months', 'annual_interest_rate'],
    });
  });

  it('describes each failure: its message, the invalid fields, and when to retry', () => {
    const { responses } = documented.get('calculatePrincipal')!;
    const example = (status: number, code: string) =>
      responses[status]?.content?.['application/json']?.examples?.[code]?.value;
    expect(example(400, 'validation_failed')).toMatchObject({
      code: 'validation_failed',
      details: { total_loan_amount: ['Required.'] },
      request_id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){2}$/),
    });
    expect(example(429, 'too_many_requests')).toMatchObject({
      msg: 'Too many requests. Please try again later.',
    });
    for (const status of [429, 503]) expect(responses[status]?.headers).toHaveProperty('Retry-After');
    expect(responses[400]).not.toHaveProperty('headers');
  });

  it('describes a status that successes and failures share as either of them', () => {
    const shared = documented.get('getReadiness')!.responses['503']!.content!['application/json']!;
    expect(shared.schema).toEqual({
      anyOf: [{ $ref: '#/components/schemas/HealthReport' }, { $ref: '#/components/schemas/Error' }],
    });
    expect(Object.keys(shared.examples ?? {})).toEqual(['example', 'unavailable']);
  });

  it('declares a 304 for responses that clients cache for a day', () => {
    for (const name of ['listGuides', 'getGuide', 'listDatasets', 'getDataset'])
      expect(documented.get(name)!.responses['304']).not.toHaveProperty('content');
  });

  it('names the ways to authenticate with the scopes of tokens, and the headers of sign-ins and writes', () => {
    const headersOf = (operationId: string) =>
      (documented.get(operationId)?.parameters ?? [])
        .filter((parameter) => parameter.in === 'header')
        .map(({ name }) => name);
    expect(Object.keys(document.components.securitySchemes)).toEqual(['bearer', 'token', 'cookie']);
    const session = [{ bearer: [] }, { cookie: [] }];
    expect(documented.get('updateUser')?.security).toEqual(session);
    expect(documented.get('getUser')?.security).toEqual([
      ...session,
      { token: ['read:profile'] },
      { token: ['read:users'] },
    ]);
    // A known device has a separate counter wherever a guest presents a password.
    for (const name of ['login', 'resendVerificationEmail']) {
      expect(headersOf(name)).toEqual(['X-Device-Token', 'X-CSRFToken']);
    }
    expect(headersOf('logout')).toEqual(['X-CSRFToken']);
    expect(headersOf('getHealth')).toEqual([]);
  });

  it('states whether a body is optional, and that a form may contain a file', () => {
    expect(documented.get('logout')?.requestBody?.required).toBe(false);
    expect(documented.get('login')?.requestBody?.required).toBe(true);
    const form = documented.get('updateUser')?.requestBody?.content['multipart/form-data'];
    expect(JSON.stringify(form?.schema)).toContain('"user_image":{"type":"string","format":"binary"');
  });
});

describe('the documentation page', () => {
  it('forbids inline code and external resources, and shows the same operations', async () => {
    const { headers, text } = await request(test.app.server).get('/api/docs').expect(200);
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(text).toContain('<title>Declassified API</title>');
    expect(text).not.toMatch(/https?:\/\//);
    const own = await request(test.app.server).get('/api/docs/json').expect(200);
    expect(valuesOf(own.body, 'operationId')).toEqual(valuesOf(document, 'operationId'));
  });
});

/** All values of this key, at any depth. */
function valuesOf(node: unknown, key: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === key ? [String(value)] : valuesOf(value, key),
  );
}
