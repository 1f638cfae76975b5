import { friendLimits, rateLimits } from 'contract/limits.ts';
import { describe, expect, it } from 'vitest';
import { createCaller, createUser } from '#test/factories.ts';
import { type Call, countStatuses, spread, useTwoServers } from '#test/two-servers.ts';

const two = useTwoServers();
const { test, here, there } = two;

/** Calls until the answer is 429; resolves with that and with how many were let through before. */
async function untilRefused(call: () => ReturnType<Call>, pauseMs: number) {
  let admitted = -1;
  const refused = await expect
    .poll(
      async () => {
        admitted++;
        return (await call()).status;
      },
      { interval: pauseMs },
    )
    .toBe(429)
    .then(() => call());
  return { admitted, retryAfterSeconds: Number(refused.headers['retry-after']) };
}

const signOut = (at: Call) => at('logout');
const refreshWrongly = (at: Call) => at('refreshAccessToken', { body: { refresh: 'invalid' } });
const undo = (at: Call) => at('undoEmailChange', { id: 'x' });

describe('a limit that an address has used up at one server', { timeout: 60_000 }, () => {
  it.each([
    ['of requests', rateLimits.logout, signOut, 204],
    ['of failures', rateLimits.invalidRefresh, refreshWrongly, 401],
  ])('%s is used up at the other a second later, for as long', async (_what, limit, call, status) => {
    const first = await Promise.all(Array.from({ length: limit.max + 5 }, () => call(here)));
    expect(countStatuses(first)).toEqual({ [status]: limit.max, 429: 5 });
    const { admitted, retryAfterSeconds } = await untilRefused(() => call(there), 100);
    // What a process lets through until it has heard: here one request in a tenth of a second.
    expect(admitted).toBeLessThan(limit.max / 2);
    const again = await call(here).expect(429);
    expect(Math.abs(Number(again.headers['retry-after']) - retryAfterSeconds)).toBeLessThanOrEqual(5);
    expect(retryAfterSeconds).toBeLessThanOrEqual(limit.windowSeconds);
    expect(retryAfterSeconds).toBeGreaterThan(0);
  });

  it('of requests that come to both in turns, is that of both together', async () => {
    const limit = rateLimits.undoEmailChange;
    await spread(two, limit.max, undo);
    await untilRefused(() => undo(here), 100);
    await untilRefused(() => undo(there), 100);
    const { rows } = await test.database.pool.query<{ hits: number }>(
      `SELECT hits FROM rate_limit_counts WHERE key LIKE 'undoEmailChange:%'`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.hits).toBeGreaterThanOrEqual(limit.max);
    expect(rows[0]?.hits).toBeLessThan(limit.max * 1.5);
  });
});

it('friend requests of an hour are counted exactly by both servers together', async () => {
  const { access } = await createCaller(test);
  const others = await Promise.all(
    Array.from({ length: friendLimits.requestsPerHour + 10 }, () => createUser(test)),
  );
  const answers = await spread(two, others.length, (at, index) =>
    at('sendFriendRequest', { id: others[index]?.id ?? '', access }),
  );
  expect(countStatuses(answers)).toEqual({ 201: friendLimits.requestsPerHour, 429: 10 });
});
