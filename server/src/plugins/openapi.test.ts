import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { type DocumentedOperation, type OpenApiDocument, operationsOf } from '#test/openapi.ts';

const test = useTestApp();

describe('the OpenAPI document', () => {
  let document: OpenApiDocument;
  let operations: Map<string, DocumentedOperation>;
  beforeAll(async () => {
    document = (await request(test.app.server).get('/api/openapi.json').expect(200)).body as OpenApiDocument;
    operations = new Map(operationsOf(document).map((operation) => [operation.operationId, operation]));
  });

  it('is OpenAPI 3.1 with unique operation ids and a parameter for each part of a path', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: 'Declassified API', version: expect.any(String) });
    expect(document.servers).toEqual([{ url: test.config.publicUrl }]);
    expect(operations.size).toBe(operationsOf(document).length);
    for (const { path, parameters = [] } of operations.values()) {
      const documented = parameters.filter((parameter) => parameter.in === 'path' && parameter.required);
      expect(documented.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    }
  });

  it('resolves every reference', () => {
    const references = valuesOf(document, '$ref');
    expect(references).toContain('#/components/schemas/LoanRequest');
    const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(names).toEqual(expect.arrayContaining(references));
  });

  it('says what a failure says: its own words, the refused fields, when to try again', () => {
    const { responses } = operations.get('calculatePrincipal')!;
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

  it('describes a status that a success and a failure share as either of them', () => {
    const shared = operations.get('getReadiness')!.responses['503']!.content!['application/json']!;
    expect(shared.schema).toEqual({
      anyOf: [{ $ref: '#/components/schemas/HealthReport' }, { $ref: '#/components/schemas/Error' }],
    });
    expect(Object.keys(shared.examples ?? {})).toEqual(['example', 'unavailable']);
  });

  it('declares the 304 of what clients keep for a day', () => {
    for (const name of ['listGuides', 'getGuide', 'listDatasets', 'getDataset'])
      expect(operations.get(name)!.responses['304']).not.toHaveProperty('content');
  });

  it('names the ways to authenticate with the scopes of tokens, and the headers of sign-in and of writes', () => {
    const headersOf = (operationId: string) =>
      (operations.get(operationId)?.parameters ?? [])
        .filter((parameter) => parameter.in === 'header')
        .map(({ name }) => name);
    expect(Object.keys(document.components.securitySchemes)).toEqual(['bearer', 'token', 'cookie']);
    const session = [{ bearer: [] }, { cookie: [] }];
    expect(operations.get('updateUser')?.security).toEqual(session);
    expect(operations.get('getUser')?.security).toEqual([
      ...session,
      { token: ['read:profile'] },
      { token: ['read:users'] },
    ]);
    // Wherever a guest's password is checked, a known device has a count of its own.
    for (const name of ['login', 'resendVerificationEmail']) {
      expect(headersOf(name)).toEqual(['X-Device-Token', 'X-CSRFToken']);
    }
    expect(headersOf('logout')).toEqual(['X-CSRFToken']);
    expect(headersOf('getHealth')).toEqual([]);
  });

  it('says whether a body may be left out, and that a form may hold a file', () => {
    expect(operations.get('logout')?.requestBody?.required).toBe(false);
    expect(operations.get('login')?.requestBody?.required).toBe(true);
    const form = operations.get('updateUser')?.requestBody?.content['multipart/form-data'];
    expect(JSON.stringify(form?.schema)).toContain('"user_image":{"type":"string","format":"binary"');
  });
});

describe('the documentation page', () => {
  it('has a policy that admits no inline code and nothing from elsewhere, and shows the same document', async () => {
    const { headers, text } = await request(test.app.server).get('/api/docs').expect(200);
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(text).toContain('<title>Declassified API</title>');
    expect(text).not.toMatch(/https?:\/\//);
    const own = await request(test.app.server).get('/api/docs/json').expect(200);
    const document = await request(test.app.server).get('/api/openapi.json').expect(200);
    expect(own.body).toEqual(document.body);
  });
});

/** All values under this key, wherever it stands. */
function valuesOf(node: unknown, key: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === key ? [String(value)] : valuesOf(value, key),
  );
}
