import { act, screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { respondTo, fakeApi, createGate, json, refusal } from '#test/fake-api.ts';
import { advanceClock, installFakeClock, waitUntil } from '#test/fake-clock.ts';
import { catchAllRoute, renderRoutes } from '#test/render-at.tsx';
import { accessToken, sessionUser, signInUser, localStorageEntries } from '#test/fake-session.ts';
import { type Session, readLogoutTime, readSession, storeLogoutTime, useSession } from '#session/session.ts';
import { toast } from '#ui/feedback/toast.ts';
import { SessionTimer } from './session-timer.tsx';

fakeApi();

const hour = 3_600_000;

let startedTimers: () => number[];

beforeEach(() => {
  startedTimers = installFakeClock();
});

function CurrentTimer() {
  const session = useSession();
  return session && <SessionTimer key={session.refresh} session={session} />;
}

/** Renders in strict mode, which runs every effect twice, so that the tests find an effect that does not run once. */
function startTimer(session: Partial<Session> = {}) {
  // Valid for longer than any test, so that no test renews it.
  signInUser({ access: accessToken('long', 86_400), ...session });
  renderRoutes([{ path: '/about', element: <CurrentTimer /> }, catchAllRoute], '/about');
}

const respondWithLoginAt = (timeMs: number) =>
  json({ ...sessionUser, last_login_time: new Date(timeMs).toISOString() });

const respondWithError = () => refusal('internal_error', 'Something went wrong. Please try again.');

describe('the planned logout', () => {
  test('is 4 hours after the last login in the response of the server', async () => {
    const calls = respondTo('getUser', () => respondWithLoginAt(Date.now() - hour));
    startTimer();
    await waitUntil(readLogoutTime);
    expect(readLogoutTime()).toBe(Date.now() + 3 * hour);
    expect(calls[0]!.request.url).toContain(sessionUser.id);
  });

  test('is converted to the clock of the device, which may be wrong', async () => {
    respondTo('getUser', () => respondWithLoginAt(Date.now() + 2 * hour));
    startTimer({ access: accessToken('long', 86_400, Date.now() + 2 * hour), clockOffsetMs: 2 * hour });
    await waitUntil(readLogoutTime);
    expect(readLogoutTime()).toBe(Date.now() + 4 * hour);
  });

  test('is refetched every 5 minutes, also in a hidden tab', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const loginTimeMs = Date.now();
    const calls = respondTo('getUser', ({ index }) => respondWithLoginAt(loginTimeMs + index * 1_000));
    startTimer();
    await waitUntil(readLogoutTime);
    await advanceClock(299_000);
    expect(calls).toHaveLength(1);
    await advanceClock(1_000);
    await waitUntil(() => readLogoutTime() === loginTimeMs + 1_000 + 4 * hour);
    await advanceClock(300_000);
    await waitUntil(() => readLogoutTime() === loginTimeMs + 2_000 + 4 * hour);
    expect(calls).toHaveLength(3);
  });
});

describe('a failed fetch of the login time', () => {
  test.each([
    ['a 500', respondWithError],
    ['a lost network', () => HttpResponse.error()],
  ])('with %s is retried after 1, 2 and 3 seconds', async (_, failure) => {
    const calls = respondTo('getUser', failure);
    startTimer();
    for (const delayMs of [1_000, 2_000, 3_000]) {
      await waitUntil(() => startedTimers().includes(delayMs));
      const callCount = calls.length;
      await advanceClock(delayMs - 1);
      expect(calls).toHaveLength(callCount);
      await advanceClock(1);
    }
    await waitUntil(() => vi.mocked(toast.error).mock.calls.length > 0);
    expect(calls).toHaveLength(4);
    expect(readSession()).not.toBeNull();
  });

  async function failAllAttempts() {
    respondTo('getUser', respondWithError);
    startTimer();
    for (const delayMs of [1_000, 2_000, 3_000]) {
      await waitUntil(() => startedTimers().includes(delayMs));
      await advanceClock(delayMs);
    }
    await waitUntil(
      () => vi.mocked(toast.error).mock.calls.length + vi.mocked(toast.warn).mock.calls.length > 0,
    );
  }

  test('warns after the last attempt that auto-logout may be inaccurate, if a logout time is stored', async () => {
    storeLogoutTime(Date.now() + hour);
    await failAllAttempts();
    expect(vi.mocked(toast.warn).mock.calls).toEqual([
      ['Could not refresh session timer. Auto-logout may be inaccurate.'],
    ]);
    expect(toast.error).not.toHaveBeenCalled();
    expect(readLogoutTime()).toBe(Date.parse('2026-01-31T01:00:00Z'));
  });

  test('reports after the last attempt that auto-logout is disabled, if no logout time is stored', async () => {
    await failAllAttempts();
    expect(vi.mocked(toast.error).mock.calls).toEqual([
      ['Could not retrieve session information. Auto-logout disabled.'],
    ]);
    expect(toast.warn).not.toHaveBeenCalled();
  });

  test('with a 401, which ends the session, is neither retried nor reported', async () => {
    const calls = respondTo('getUser', () => refusal('token_not_valid', 'over'));
    startTimer();
    await waitUntil(() => readSession() === null);
    await advanceClock(10_000);
    expect(calls).toHaveLength(1);
    expect(toast.warn).not.toHaveBeenCalled();
    expect(toast.error).not.toHaveBeenCalled();
  });
});

describe('the automatic logout', () => {
  test('is sent once at the logout time with both tokens, and opens the start page', async () => {
    respondTo('getUser', () => respondWithLoginAt(Date.now() - 4 * hour + 60_000));
    const logouts = respondTo('logout', () => new HttpResponse(null, { status: 204 }));
    startTimer();
    await waitUntil(readLogoutTime);
    await advanceClock(50_000);
    expect(logouts).toHaveLength(0);
    await advanceClock(10_000);
    await waitUntil(() => readSession() === null);
    expect(logouts).toHaveLength(1);
    expect(logouts[0]!.body).toEqual({ refresh_token: 'refresh-1' });
    expect(logouts[0]!.request.headers.get('authorization')).toMatch(/^Bearer /);
    expect(localStorageEntries()).toEqual({});
    expect(toast.success).toHaveBeenCalledExactlyOnceWith('Logged out successfully');
    expect(screen.getByText('arrived at /')).toBeInTheDocument();
  });

  test.each([
    ['accepted', () => new HttpResponse(null, { status: 204 })],
    ['refused', respondWithError],
    ['lost', () => HttpResponse.error()],
  ])('that is %s is explained after the end of the session, which closes all toasts', async (_, response) => {
    storeLogoutTime(Date.now() - 1);
    respondTo('logout', response);
    const sessions: unknown[] = [];
    vi.mocked(toast.info).mockImplementation(() => void sessions.push(readSession()));
    startTimer();
    await waitUntil(() => sessions.length > 0);
    expect(sessions).toEqual([null]);
    expect(toast.info).toHaveBeenCalledExactlyOnceWith('Automatic logout, 4 hours after your sign-in.');
  });

  test('is not retried after an error response', async () => {
    storeLogoutTime(Date.now() + 10_000);
    respondTo('getUser', () => refusal('internal_error', 'down'));
    const logouts = respondTo('logout', () => refusal('internal_error', 'down'));
    startTimer();
    await advanceClock(10_000);
    await waitUntil(() => vi.mocked(toast.error).mock.calls.length > 0);
    await advanceClock(60_000);
    expect(logouts).toHaveLength(1);
    expect(toast.error).toHaveBeenCalledWith('An logout error occurred.');
  });

  test('is sent at once if the logout time passed while the page was closed', async () => {
    storeLogoutTime(Date.now() - 1);
    const calls = respondTo('getUser', () => respondWithLoginAt(Date.now()));
    respondTo('logout', () => new HttpResponse(null, { status: 204 }));
    startTimer();
    await waitUntil(() => readSession() === null);
    expect(calls).toHaveLength(0);
  });

  test('does not end the session of a user who signs in during the logout', async () => {
    storeLogoutTime(Date.now() - 1);
    const responseGate = createGate();
    const logouts = respondTo('logout', async () => {
      await responseGate.opened;
      return new HttpResponse(null, { status: 204 });
    });
    respondTo('getUser', () => respondWithLoginAt(Date.now()));
    startTimer();
    await waitUntil(() => logouts.length === 1);
    act(() => {
      localStorage.removeItem('logoutTime');
      signInUser({ access: accessToken('next', 86_400), refresh: 'next' });
    });
    responseGate.open();
    await waitUntil(() => vi.mocked(toast.success).mock.calls.length > 0);
    expect(readSession()?.refresh).toBe('next');
  });
});
