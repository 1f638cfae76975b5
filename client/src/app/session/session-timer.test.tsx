import { act, screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { respondTo, fakeApi, gate, json, refusal } from '#test/fake-api.ts';
import { pass, stopClock, until } from '#test/fake-clock.ts';
import { elsewhere, renderRoutes } from '#test/render-at.tsx';
import { accessToken, agent, signedIn, storedTexts } from '#test/fake-session.ts';
import { type Session, readLogoutTime, readSession, storeLogoutTime, useSession } from '#session/session.ts';
import { toast } from '#ui/feedback/toast.ts';
import { SessionTimer } from './session-timer.tsx';

fakeApi();

const hour = 3_600_000;

let startedTimers: () => number[];

beforeEach(() => {
  startedTimers = stopClock();
});

function Mounted() {
  const session = useSession();
  return session && <SessionTimer key={session.refresh} session={session} />;
}

/** In strict mode, which runs every effect twice: what happens once must do so there too. */
function start(session: Partial<Session> = {}) {
  // Longer than any test, and renewed in none of them.
  signedIn({ access: accessToken('long', 86_400), ...session });
  renderRoutes([{ path: '/about', element: <Mounted /> }, elsewhere], '/about');
}

const signedInAt = (timeMs: number) => json({ ...agent, last_login_time: new Date(timeMs).toISOString() });

const fail = () => refusal('internal_error', 'Something went wrong. Please try again.');

describe('the planned logout', () => {
  test('is 4 hours after the last login that the server tells', async () => {
    const calls = respondTo('getUser', () => signedInAt(Date.now() - hour));
    start();
    await until(readLogoutTime);
    expect(readLogoutTime()).toBe(Date.now() + 3 * hour);
    expect(calls[0]!.request.url).toContain(agent.id);
  });

  test('is put into this device’s clock, which may be wrong', async () => {
    respondTo('getUser', () => signedInAt(Date.now() + 2 * hour));
    start({ access: accessToken('long', 86_400, Date.now() + 2 * hour), clockOffsetMs: 2 * hour });
    await until(readLogoutTime);
    expect(readLogoutTime()).toBe(Date.now() + 4 * hour);
  });

  test('is fetched anew every 5 minutes, in a hidden tab too', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const loginTimeMs = Date.now();
    const calls = respondTo('getUser', ({ index }) => signedInAt(loginTimeMs + index * 1_000));
    start();
    await until(readLogoutTime);
    await pass(299_000);
    expect(calls).toHaveLength(1);
    await pass(1_000);
    await until(() => readLogoutTime() === loginTimeMs + 1_000 + 4 * hour);
    await pass(300_000);
    await until(() => readLogoutTime() === loginTimeMs + 2_000 + 4 * hour);
    expect(calls).toHaveLength(3);
  });
});

describe('a fetch that fails', () => {
  test.each([
    ['a 500', fail],
    ['a lost network', () => HttpResponse.error()],
  ])('with %s is retried after 1, 2 and 3 seconds', async (_, failure) => {
    const calls = respondTo('getUser', failure);
    start();
    for (const delayMs of [1_000, 2_000, 3_000]) {
      await until(() => startedTimers().includes(delayMs));
      const tries = calls.length;
      await pass(delayMs - 1);
      expect(calls).toHaveLength(tries);
      await pass(1);
    }
    await until(() => vi.mocked(toast.error).mock.calls.length > 0);
    expect(calls).toHaveLength(4);
    expect(readSession()).not.toBeNull();
  });

  async function failAll() {
    respondTo('getUser', fail);
    start();
    for (const delayMs of [1_000, 2_000, 3_000]) {
      await until(() => startedTimers().includes(delayMs));
      await pass(delayMs);
    }
    await until(() => vi.mocked(toast.error).mock.calls.length + vi.mocked(toast.warn).mock.calls.length > 0);
  }

  test('for good, with a stored logout time, warns that auto-logout may be inaccurate', async () => {
    storeLogoutTime(Date.now() + hour);
    await failAll();
    expect(vi.mocked(toast.warn).mock.calls).toEqual([
      ['Could not refresh session timer. Auto-logout may be inaccurate.'],
    ]);
    expect(toast.error).not.toHaveBeenCalled();
    expect(readLogoutTime()).toBe(Date.parse('2026-01-31T01:00:00Z'));
  });

  test('for good, without one, says that auto-logout is disabled', async () => {
    await failAll();
    expect(vi.mocked(toast.error).mock.calls).toEqual([
      ['Could not retrieve session information. Auto-logout disabled.'],
    ]);
    expect(toast.warn).not.toHaveBeenCalled();
  });

  test('with a 401 is neither retried nor warned of: the session is over', async () => {
    const calls = respondTo('getUser', () => refusal('token_not_valid', 'over'));
    start();
    await until(() => readSession() === null);
    await pass(10_000);
    expect(calls).toHaveLength(1);
    expect(toast.warn).not.toHaveBeenCalled();
    expect(toast.error).not.toHaveBeenCalled();
  });
});

describe('the automatic logout', () => {
  test('comes once the time is up, with the refresh and the access token, and leads to the start', async () => {
    respondTo('getUser', () => signedInAt(Date.now() - 4 * hour + 60_000));
    const logouts = respondTo('logout', () => new HttpResponse(null, { status: 204 }));
    start();
    await until(readLogoutTime);
    await pass(50_000);
    expect(logouts).toHaveLength(0);
    await pass(10_000);
    await until(() => readSession() === null);
    expect(logouts).toHaveLength(1);
    expect(logouts[0]!.body).toEqual({ refresh_token: 'refresh-1' });
    expect(logouts[0]!.request.headers.get('authorization')).toMatch(/^Bearer /);
    expect(storedTexts()).toEqual({});
    expect(toast.success).toHaveBeenCalledExactlyOnceWith('Logged out successfully');
    expect(screen.getByText('arrived at /')).toBeInTheDocument();
  });

  test('is tried once, even where it fails', async () => {
    storeLogoutTime(Date.now() + 10_000);
    respondTo('getUser', () => refusal('internal_error', 'down'));
    const logouts = respondTo('logout', () => refusal('internal_error', 'down'));
    start();
    await pass(10_000);
    await until(() => vi.mocked(toast.error).mock.calls.length > 0);
    await pass(60_000);
    expect(logouts).toHaveLength(1);
    expect(toast.error).toHaveBeenCalledWith('An logout error occurred.');
  });

  test('of a time that passed while the page was closed comes at once', async () => {
    storeLogoutTime(Date.now() - 1);
    const fetches = respondTo('getUser', () => signedInAt(Date.now()));
    respondTo('logout', () => new HttpResponse(null, { status: 204 }));
    start();
    await until(() => readSession() === null);
    expect(fetches).toHaveLength(0);
  });

  test('does not change the session of a user who signed in afterwards', async () => {
    storeLogoutTime(Date.now() - 1);
    const held = gate();
    const logouts = respondTo('logout', async () => {
      await held.opened;
      return new HttpResponse(null, { status: 204 });
    });
    respondTo('getUser', () => signedInAt(Date.now()));
    start();
    await until(() => logouts.length === 1);
    act(() => {
      localStorage.removeItem('logoutTime');
      signedIn({ access: accessToken('next', 86_400), refresh: 'next' });
    });
    held.open();
    await until(() => vi.mocked(toast.success).mock.calls.length > 0);
    expect(readSession()?.refresh).toBe('next');
  });
});
