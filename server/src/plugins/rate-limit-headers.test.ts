import { calculatePrincipal } from 'contract/loans/loans.ts';
import { searchUsers } from 'contract/friends/friends.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '0.01' });

it('responses of a limited operation name the limit, what is left of it, and when it is whole again', async () => {
  const { access } = await createCaller(test);
  const search = () => callApi(test, searchUsers, { access, query: { query: 'ada' } });
  const { max, windowSeconds } = searchUsers.rateLimit;
  const most = Math.ceil(max * 0.01);
  for (let left = most - 1; left >= 0; left--) {
    const { headers } = await search().expect(200);
    expect(headers['ratelimit-policy']).toBe(`"searchUsers";q=${most};w=${windowSeconds}`);
    expect(headers['ratelimit']).toMatch(new RegExp(`^"searchUsers";r=${left};t=\\d+$`));
  }
  const { headers } = await search().expect(429);
  expect(headers['ratelimit']).toMatch(/^"searchUsers";r=0;t=\d+$/);
  expect(headers['retry-after']).toMatch(/^\d+$/);
});

it('an operation without a limit has no such headers', async () => {
  const { headers } = await test.app.inject('/api/healthz');
  expect([headers['ratelimit'], headers['ratelimit-policy']]).toEqual([undefined, undefined]);
});

it('a calculation names its limit', async () => {
  const { headers } = await test.app.inject({
    method: 'POST',
    url: calculatePrincipal.url,
    payload: calculatePrincipal.bodyExample as object,
    remoteAddress: '203.0.113.7',
  });
  expect(headers['ratelimit-policy']).toMatch(/^"\w+";q=\d+;w=\d+$/);
});
