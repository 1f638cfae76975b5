import { listGlossary } from 'contract/guides/guides.ts';
import { expect, it } from 'vitest';
import { startSecondApp, useTestApp } from '#test/app.ts';
import { handle } from './route.ts';

const test = useTestApp();

it('an operation that will be gone says since when and until when, also in a refusal', async () => {
  const deprecation = { since: '2026-11-27', sunset: '2027-06-30' };
  const route = { ...listGlossary, url: '/api/content/former-glossary/', deprecation };
  const app = await startSecondApp(test, {
    prepare: (prepared) => handle(prepared, route, () => ({ data: [] })),
  });
  const { headers } = await app.inject(route.url);
  expect(headers['deprecation']).toBe('@1795737600');
  expect(headers['sunset']).toBe('Wed, 30 Jun 2027 00:00:00 GMT');
});

it('no other operation has these headers', async () => {
  const { headers } = await test.app.inject(listGlossary.url);
  expect([headers['deprecation'], headers['sunset']]).toEqual([undefined, undefined]);
});
