import { sessionLimits } from 'contract/accounts/sessions.constants.ts';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { respondTo, fakeApi, json, refusal } from '#test/fake-api.ts';
import { installFakeClock, waitUntil } from '#test/fake-clock.ts';
import { accessToken, sessionUser, signInUser, signOutInAnotherTab } from '#test/fake-session.ts';
import type * as refreshing from './refresh.ts';
import { readSession } from './session.ts';

fakeApi();

let liveAccessToken: typeof refreshing.liveAccessToken;
let startedTimers: () => number[];
let endsSession: typeof refreshing.endsSession;

beforeEach(async () => {
  startedTimers = installFakeClock();
  ({ liveAccessToken, endsSession } = await newTab());
});

const expired = () => accessToken('expired', 300, Date.now() - 296_000);
const renewed = () => json({ access: accessToken('renewed') });

/** Locks as browsers give them to all tabs of a site: one holder at a time, the others in order. */
function shareLocks() {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_: string, task: () => Promise<unknown>) => {
    last = last.then(task, task);
    return last;
  };
  vi.stubGlobal('navigator', { locks: { request } });
}

/** The modules of one tab: its own memory, the same storage. */
async function newTab() {
  vi.resetModules();
  return import('./refresh.ts');
}

/** The pauses between attempts in milliseconds, without the timers of the requests themselves. */
const pauses = () =>
  startedTimers().filter((durationMs) => durationMs >= 1_000 && durationMs < sessionLimits.refreshTimeoutMs);

describe('liveAccessToken', () => {
  test('returns nothing for a visitor, and does not refresh a valid token', async () => {
    const refreshes = respondTo('refreshAccessToken', renewed);
    expect(await liveAccessToken()).toBeNull();
    const { access } = signInUser({ access: accessToken('living') });
    expect(await liveAccessToken()).toBe(access);
    expect(refreshes).toHaveLength(0);
  });

  test('refreshes an expired token with the stored refresh token, and stores the new one', async () => {
    const refreshes = respondTo('refreshAccessToken', renewed);
    signInUser({ access: expired() });
    expect(await liveAccessToken()).toBe(accessToken('renewed'));
    expect(refreshes[0]!.body).toEqual({ refresh: 'refresh-1' });
    expect(refreshes[0]!.request.headers.get('authorization')).toBeNull();
    expect(readSession()).toEqual({
      user: sessionUser,
      access: accessToken('renewed'),
      refresh: 'refresh-1',
      clockOffsetMs: 0,
    });
  });

  test('refreshes once for all waiting calls', async () => {
    const refreshes = respondTo('refreshAccessToken', renewed);
    signInUser({ access: expired() });
    const tokens = await Promise.all(Array.from({ length: 20 }, () => liveAccessToken()));
    expect(new Set(tokens)).toEqual(new Set([accessToken('renewed')]));
    expect(refreshes).toHaveLength(1);
  });

  test('refreshes once for all tabs', async () => {
    shareLocks();
    const refreshes = respondTo('refreshAccessToken', renewed);
    signInUser({ access: expired() });
    const [second, third] = [await newTab(), await newTab()];
    const tokens = await Promise.all([liveAccessToken(), second.liveAccessToken(), third.liveAccessToken()]);
    expect(new Set(tokens)).toEqual(new Set([accessToken('renewed')]));
    expect(refreshes).toHaveLength(1);
  });

  test('sends nothing in a tab that was signed out while it waited for the refresh of another tab', async () => {
    shareLocks();
    const refreshes = respondTo('refreshAccessToken', () => {
      signOutInAnotherTab();
      return renewed();
    });
    signInUser({ access: expired() });
    const second = await newTab();
    expect(await Promise.all([liveAccessToken(), second.liveAccessToken()])).toEqual([null, null]);
    expect(refreshes).toHaveLength(1);
    expect(localStorage.getItem('user')).toBeNull();
  });

  test.each([
    ['a lost network', () => HttpResponse.error()],
    ['a 500', () => refusal('internal_error', 'Something went wrong. Please try again.')],
    ['a 503', () => refusal('unavailable', 'Busy', { 'retry-after': '1' })],
    ['a 429', () => refusal('too_many_requests', 'Too many requests')],
  ])('%s is tried again and ends nothing', async (_, fail) => {
    const refreshes = respondTo('refreshAccessToken', ({ index }) => (index < 3 ? fail() : renewed()));
    signInUser({ access: expired() });
    const waiting = liveAccessToken();
    for (const [tries, delayMs] of sessionLimits.refreshRetryDelaysMs.entries()) {
      await waitUntil(() => pauses().length > tries);
      expect(refreshes).toHaveLength(tries + 1);
      vi.advanceTimersByTime(delayMs);
    }
    expect(pauses()).toEqual(sessionLimits.refreshRetryDelaysMs);
    expect(await waiting).toBe(readSession()!.access);
    expect(refreshes).toHaveLength(4);
  });

  test('fails the waiting calls if the server is down, and the next call tries again', async () => {
    let isDown = true;
    respondTo('refreshAccessToken', () => (isDown ? refusal('unavailable', 'Busy') : renewed()));
    signInUser({ access: expired() });
    const failed = liveAccessToken().catch((error: unknown) => error);
    for (const tries of sessionLimits.refreshRetryDelaysMs.keys()) {
      await waitUntil(() => pauses().length > tries);
      vi.runOnlyPendingTimers();
    }
    const error = await failed;
    expect(error).toMatchObject({ status: 503, message: 'Busy' });
    expect(endsSession(error)).toBe(false);
    expect(readSession()).not.toBeNull();

    isDown = false;
    expect(await liveAccessToken()).toBe(readSession()!.access);
  });

  test('sends nothing until the end of a long wait that the server requires', async () => {
    const refreshes = respondTo('refreshAccessToken', () =>
      refusal('too_many_requests', 'Too many requests', { 'retry-after': '60' }),
    );
    signInUser({ access: expired() });
    await expect(liveAccessToken()).rejects.toMatchObject({ status: 429 });
    expect(refreshes).toHaveLength(1);
    expect(readSession()).not.toBeNull();
  });

  test.each([
    ['validation_failed', 400],
    ['token_not_valid', 401],
  ] as const)('%s says that the session is over, at once', async (code, status) => {
    const refreshes = respondTo('refreshAccessToken', () => refusal(code, 'refused'));
    signInUser({ access: expired() });
    const error: unknown = await liveAccessToken().catch((failure: unknown) => failure);
    expect(error).toMatchObject({ status });
    expect(endsSession(error)).toBe(true);
    expect(refreshes).toHaveLength(1);
  });

  test('sends nothing without a refresh token', async () => {
    const refreshes = respondTo('refreshAccessToken', renewed);
    signInUser({ access: expired(), refresh: '' });
    const error: unknown = await liveAccessToken().catch((failure: unknown) => failure);
    expect(endsSession(error)).toBe(true);
    expect(refreshes).toHaveLength(0);
  });

  test('never gives a waiting call of one user the token of another who has signed in', async () => {
    respondTo('refreshAccessToken', () => {
      signInUser({
        user: { ...sessionUser, id: 'other' },
        access: accessToken('other'),
        refresh: 'refresh-other',
      });
      return renewed();
    });
    signInUser({ access: expired() });
    expect(await liveAccessToken()).toBeNull();
    expect(readSession()).toMatchObject({ access: accessToken('other'), refresh: 'refresh-other' });
  });
});
