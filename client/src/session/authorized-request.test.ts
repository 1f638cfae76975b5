import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { respondTo, bearerOf, createGate, fakeApi, json, refusal } from '#test/fake-api.ts';
import { call } from './call.ts';
import {
  accessToken,
  sessionUser,
  signInUser,
  signOutInAnotherTab,
  localStorageEntries,
} from '#test/fake-session.ts';
import { onSessionExpired, readSession, storeLogoutTime } from './session.ts';

fakeApi();

const lost = vi.fn<() => void>();
onSessionExpired(lost);
beforeEach(() => lost.mockReset());

const getAgent = () => call('getUser', { params: { id: sessionUser.id } });
const loan = { total_loan_amount: 1, duration_months: 2, annual_interest_rate: 3 } as const;
const calculate = () => call('calculatePrincipal', { body: { ...loan, compounding_frequency: 'monthly' } });
const unauthorized = () => refusal('token_not_valid', 'Expired');
const expired = () => accessToken('expired', 300, Date.now() - 296_000);

describe('a call', () => {
  test('of a signed-in user sends the access token, of a visitor none', async () => {
    const calls = respondTo('getUser', () => json({}));
    await getAgent();
    const { access } = signInUser();
    await getAgent();
    expect(calls.map(bearerOf)).toEqual([null, `Bearer ${access}`]);
  });

  test('with an expired token refreshes it first', async () => {
    respondTo('refreshAccessToken', () => json({ access: accessToken('renewed') }));
    const calls = respondTo('getUser', () => json({}));
    signInUser({ access: expired() });
    await Promise.all([getAgent(), getAgent()]);
    const bearer = `Bearer ${readSession()!.access}`;
    expect(calls.map(bearerOf)).toEqual([bearer, bearer]);
    expect(readSession()!.access).not.toBe(expired());
  });

  test('to the login sends no token, and does not wait for a refresh', async () => {
    const logins = respondTo('login', () => json({}));
    signInUser({ access: expired() });
    await call('login', {
      body: { username_or_email: 'mata', password: 'x' },
      headers: { 'x-device-token': 'known' },
    });
    expect(bearerOf(logins[0]!)).toBeNull();
    expect(logins[0]!.request.headers.get('x-device-token')).toBe('known');
  });

  test('to the logout sends the stored token, even an expired one', async () => {
    const logouts = respondTo('logout', () => new HttpResponse(null, { status: 204 }));
    const { access } = signInUser({ access: expired() });
    await call('logout', { body: { refresh_token: 'refresh-1' } });
    expect(bearerOf(logouts[0]!)).toBe(`Bearer ${access}`);
  });

  test.each([
    ['signed out', null],
    ['been replaced by another user', { ...sessionUser, id: '01930a4e-7c00-7000-8000-00000000000a' }],
  ])('that succeeds after its user has %s is aborted, so that nobody else reads of it', async (_, next) => {
    const response = createGate();
    const calls = respondTo('updatePreferences', async () => {
      await response.opened;
      return json({});
    });
    signInUser();
    const update = call('updatePreferences', { body: {} });
    await vi.waitUntil(() => calls.length > 0);
    signOutInAnotherTab();
    if (next) signInUser({ user: next });
    response.open();
    await expect(update).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  });

  test('with a stored session without an access token ends that session', async () => {
    respondTo('getUser', () => json({}));
    localStorage.setItem('user', JSON.stringify({ user: sessionUser, refresh: 'r' }));
    storeLogoutTime(1);
    await getAgent();
    expect(localStorageEntries()).toEqual({});
  });
});

describe('a 401', () => {
  test('of the stored token ends the session, and reports Unauthorized! Logging Out... once', async () => {
    respondTo('getUser', unauthorized);
    signInUser();
    const failures = await Promise.allSettled([getAgent(), getAgent(), getAgent()]);
    for (const failure of failures) {
      expect(failure).toMatchObject({
        status: 'rejected',
        reason: { status: 401, message: 'Unauthorized! Logging Out...' },
      });
    }
    expect(readSession()).toBeNull();
    expect(lost).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['the session ends with it', () => undefined],
    ['another call has ended the session', signOutInAnotherTab],
  ])('of a calculation sends it again as a guest’s: %s', async (_, meanwhile) => {
    const calls = respondTo('calculatePrincipal', ({ index }) => {
      if (index > 0) return json({ msg: 'Calculation successful!' });
      meanwhile();
      return unauthorized();
    });
    const { access } = signInUser();
    await expect(calculate()).resolves.toEqual({ msg: 'Calculation successful!' });
    expect(calls.map(bearerOf)).toEqual([`Bearer ${access}`, null]);
    expect(readSession()).toBeNull();
  });

  test('of an older token is retried once with the stored one, and ends no session', async () => {
    const newer = accessToken('newer');
    const calls = respondTo('getUser', ({ index }) => {
      if (index > 0) return json({ username: 'mata' });
      signInUser({ access: newer });
      return unauthorized();
    });
    const older = signInUser({ access: accessToken('older') });
    await expect(getAgent()).resolves.toEqual({ username: 'mata' });
    expect(calls.map(bearerOf)).toEqual([`Bearer ${older.access}`, `Bearer ${newer}`]);
    expect(readSession()!.access).toBe(newer);
    expect(lost).not.toHaveBeenCalled();
  });

  test('of the stored token after that of an older one ends the session', async () => {
    const calls = respondTo('getUser', ({ index }) => {
      if (index === 0) signInUser({ access: accessToken('newer') });
      return unauthorized();
    });
    signInUser();
    await expect(getAgent()).rejects.toMatchObject({ status: 401 });
    expect(calls).toHaveLength(2);
    expect(readSession()).toBeNull();
    expect(lost).toHaveBeenCalledTimes(1);
  });

  test('after a sign-out in another tab ends no session', async () => {
    respondTo('getUser', () => {
      signOutInAnotherTab();
      return unauthorized();
    });
    signInUser();
    await expect(getAgent()).rejects.toMatchObject({ status: 401 });
    expect(lost).not.toHaveBeenCalled();
  });

  test('is not retried as another user who has signed in, who stays signed in', async () => {
    const calls = respondTo('getUser', () => {
      signInUser({
        user: { ...sessionUser, id: 'other' },
        access: accessToken('other'),
        refresh: 'refresh-other',
      });
      return unauthorized();
    });
    signInUser();
    await expect(getAgent()).rejects.toMatchObject({ status: 401 });
    expect(calls).toHaveLength(1);
    expect(readSession()!.refresh).toBe('refresh-other');
    expect(lost).not.toHaveBeenCalled();
  });
});

describe('a refresh that fails', () => {
  test.each(['validation_failed', 'token_not_valid'] as const)(
    'with %s ends the session, for all waiting calls at once',
    async (code) => {
      respondTo('refreshAccessToken', () => refusal(code, 'refused'));
      const calls = respondTo('getUser', () => json({}));
      signInUser({ access: expired() });
      const failures = await Promise.allSettled([getAgent(), getAgent()]);
      expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(calls).toHaveLength(0);
      expect(readSession()).toBeNull();
      expect(lost).toHaveBeenCalledTimes(1);
    },
  );

  test('because the server requires a long wait fails the call and keeps the session', async () => {
    respondTo('refreshAccessToken', () => refusal('unavailable', 'Busy', { 'retry-after': '60' }));
    const session = signInUser({ access: expired() });
    await expect(getAgent()).rejects.toMatchObject({ status: 503, message: 'Busy' });
    expect(readSession()).toEqual(session);
    expect(lost).not.toHaveBeenCalled();
  });

  test('ends the session, and sends a calculation as a guest’s', async () => {
    respondTo('refreshAccessToken', () => refusal('token_not_valid', 'over'));
    const calls = respondTo('calculatePrincipal', () => json({ msg: 'Calculation successful!' }));
    signInUser({ access: expired() });
    await expect(calculate()).resolves.toEqual({ msg: 'Calculation successful!' });
    expect(calls.map(bearerOf)).toEqual([null]);
    expect(readSession()).toBeNull();
    expect(lost).toHaveBeenCalledTimes(1);
  });
});

test.each([
  ['a 500', () => refusal('internal_error', 'Something went wrong. Please try again.')],
  ['a 429', () => refusal('too_many_requests', 'Too many requests')],
  ['a lost network', () => HttpResponse.error()],
])('%s fails the call and ends nothing', async (_, fail) => {
  respondTo('getUser', fail);
  const session = signInUser();
  await expect(getAgent()).rejects.toBeInstanceOf(ApiError);
  expect(readSession()).toEqual(session);
});

test('a call that was aborted while it waited for the refresh is not sent', async () => {
  const giveUp = new AbortController();
  respondTo('refreshAccessToken', () => {
    giveUp.abort();
    return json({ access: accessToken('renewed') });
  });
  const calls = respondTo('getUser', () => json({}));
  signInUser({ access: expired() });
  const pendingCall = call('getUser', { params: { id: sessionUser.id }, signal: giveUp.signal });
  await expect(pendingCall).rejects.toMatchObject({ name: 'AbortError' });
  expect(calls).toHaveLength(0);
});
