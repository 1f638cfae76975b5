import { expect, it } from 'vitest';
import { calculatePrincipal } from 'contract/loans/loans.ts';
import { useTestApp } from '#test/app.ts';

const test = useTestApp({
  PUBLIC_URL: 'https://declassified.example',
  CORS_ORIGINS: 'https://partner.example',
});

const foreign = 'https://elsewhere.example';

interface Sent {
  method?: 'GET' | 'POST';
  url: string;
  payload?: object;
}

const headersOf = async (request: Sent, origin = foreign) => {
  const { headers } = await test.app.inject({ ...request, headers: { origin } });
  return [headers['access-control-allow-origin'], headers['access-control-allow-credentials']];
};
const calculation = { method: 'POST', url: calculatePrincipal.url } as const;

it.each([
  ['guides', '/api/content/guides/'],
  ['a guide that does not exist', '/api/content/guides/nothing/'],
  ['the glossary', '/api/content/glossary'],
  ['datasets', '/api/content/datasets/'],
  ['a dataset as CSV', '/api/content/datasets/inflation-australia/?format=csv'],
  ['vintages', '/api/content/datasets/inflation-australia/vintages/'],
  ['tax years', '/api/v1/finance/tax-years/'],
  ['the OpenAPI document', '/api/openapi.json'],
])('pages of any origin read %s, without credentials', async (_, url) => {
  expect(await headersOf({ url })).toEqual(['*', undefined]);
});

it('pages of any origin calculate, and read why a calculation is refused', async () => {
  expect(await headersOf({ ...calculation, payload: calculatePrincipal.bodyExample })).toEqual([
    '*',
    undefined,
  ]);
  expect(await headersOf({ ...calculation, payload: {} })).toEqual(['*', undefined]);
  const answered = await test.app.inject({
    ...calculation,
    headers: { origin: foreign },
    payload: calculatePrincipal.bodyExample,
  });
  expect(answered.statusCode).toBe(200);
  const { statusCode, headers } = await test.app.inject({
    method: 'OPTIONS',
    url: calculation.url,
    headers: {
      origin: foreign,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });
  expect([
    statusCode,
    headers['access-control-allow-origin'],
    headers['access-control-allow-headers'],
  ]).toEqual([204, '*', 'content-type']);
});

it.each([
  ['a session', { method: 'POST', url: '/api/user/login/' }],
  ['the record of a user', { method: 'GET', url: '/api/user/user/01930a4e-7c00-7000-8000-000000000001/' }],
  ['saved calculations', { method: 'GET', url: '/api/v1/finance/calculations/' }],
  ['the health', { method: 'GET', url: '/api/healthz' }],
] as const)('pages of another origin cannot read %s', async (_, request) => {
  expect(await headersOf(request)).toEqual([undefined, undefined]);
});

it('pages of a configured origin call every operation with credentials', async () => {
  for (const url of ['/api/content/guides/', '/api/v1/finance/calculations/']) {
    expect(await headersOf({ url }, 'https://partner.example')).toEqual(['https://partner.example', 'true']);
  }
});
