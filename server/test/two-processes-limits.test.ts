import { logout } from 'contract/accounts/accounts.ts';
import { rateLimits } from 'contract/limits.ts';
import { expect, it } from 'vitest';
import { createCaller } from '#test/factories.ts';
import { type Call, countStatuses, spread, useTwoServers } from '#test/two-servers.ts';

// The limits do not apply to callers on this machine.
const two = useTwoServers({ PUBLIC_URL: 'https://declassified.example' });
const { test } = two;

const signOut = (at: Call) => at('logout');
const refreshWrongly = (at: Call) => at('refreshAccessToken', { body: { refresh: 'invalid' } });

it.each([
  ['requests', logout.rateLimit, signOut, 204],
  ['failures', rateLimits.invalidRefresh, refreshWrongly, 401],
])('%s of an IP address are counted exactly across both servers', async (_what, limit, call, status) => {
  const answers = await spread(two, limit.max + 10, call);
  expect(countStatuses(answers)).toEqual({ [status]: limit.max, 429: 10 });
  for (const at of two.both) {
    const retryAfterSeconds = Number((await call(at).expect(429)).headers['retry-after']);
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(limit.windowSeconds);
  }
});

it('refreshes with a valid token continue for an IP address that has no attempts left', async () => {
  const { refresh } = await createCaller(test);
  for (const at of two.both) await at('refreshAccessToken', { body: { refresh } }).expect(200);
});
