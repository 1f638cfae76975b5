import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  accessToken,
  sessionUser,
  signInUser,
  signOutInAnotherTab,
  localStorageEntries,
} from '#test/fake-session.ts';
import {
  deviceHeaders,
  endSession,
  onSessionExpired,
  onSessionChange,
  updateSessionUser,
  expireSession,
  readLogoutTime,
  readSession,
  renewSession,
  startSession,
  storeLogoutTime,
  useLogoutTime,
  useSession,
} from './session.ts';

const login = (name: string) => ({
  msg: 'Welcome back mata',
  access: accessToken(name),
  refresh: `refresh-${name}`,
  device: `device-${name}`,
  user: sessionUser,
});

test('a login is stored under `user`, with its tokens, its user and the clock offset', () => {
  startSession({ ...login('a'), access: accessToken('a', 300, 5_000_000) }, 2_000_000);
  expect(JSON.parse(localStorage.getItem('user')!)).toEqual({
    access: accessToken('a', 300, 5_000_000),
    refresh: 'refresh-a',
    user: sessionUser,
    clockOffsetMs: 3_000_000,
  });
});

test('a changed user is stored; an unchanged user and somebody else’s record write nothing', () => {
  const session = signInUser();
  const write = vi.spyOn(Storage.prototype, 'setItem');
  updateSessionUser({ ...sessionUser, id: 'another', username: 'other' });
  updateSessionUser(sessionUser);
  expect(write).not.toHaveBeenCalled();
  updateSessionUser({ ...sessionUser, username: 'renamed' });
  expect(readSession()).toEqual({ ...session, user: { ...sessionUser, username: 'renamed' } });
});

test.each(['', '{', 'null', '{}', '{"access":"a"}', '{"user":{"id":"1"},"refresh":"r"}'])(
  'what holds no access token and user is nobody’s session: %s',
  (text) => {
    localStorage.setItem('user', text);
    expect(readSession()).toBeNull();
  },
);

test('stored tokens alone are a session of the user in the access token', () => {
  localStorage.setItem('user', JSON.stringify({ access: accessToken('a'), refresh: 'r' }));
  expect(readSession()).toMatchObject({ user: { id: sessionUser.id, is_staff: false }, refresh: 'r' });
});

test('the hook returns the current session after sign-ins and sign-outs in any tab', () => {
  const { result } = renderHook(() => useSession());
  expect(result.current).toBeNull();
  act(() => startSession(login('a'), Date.now()));
  expect(result.current?.refresh).toBe('refresh-a');
  act(() => signOutInAnotherTab());
  expect(result.current).toBeNull();
  act(() => void signInUser({ refresh: 'refresh-b' }));
  expect(result.current?.refresh).toBe('refresh-b');
});

test('ending a session removes it and its logout time, and keeps the theme, the consent and the device', () => {
  localStorage.setItem('theme', 'high-contrast');
  localStorage.setItem('userConsent', 'accepted');
  startSession(login('a'), Date.now());
  storeLogoutTime(1_000);
  expect(endSession(readSession()!)).toBe(true);
  expect(localStorageEntries()).toEqual({
    theme: 'high-contrast',
    userConsent: 'accepted',
    device: 'device-a',
  });
  expect(deviceHeaders()).toEqual({ 'x-device-token': 'device-a' });
});

test('neither an end nor a renewal of an earlier session changes the one that replaced it', () => {
  const earlier = signInUser({ refresh: 'earlier' });
  const current = signInUser({ refresh: 'current' });
  expect(endSession(earlier)).toBe(false);
  renewSession(earlier, accessToken('late'), Date.now());
  expect(readSession()).toEqual(current);
});

test('a renewal does not restore a session that has ended', () => {
  const ended = signInUser();
  signOutInAnotherTab();
  renewSession(ended, accessToken('late'), Date.now());
  expect(localStorage.getItem('user')).toBeNull();
});

test('a new login removes the previous logout time', () => {
  storeLogoutTime(1_000);
  startSession(login('a'), Date.now());
  expect(readLogoutTime()).toBeNull();
});

test('a lost session is reported once, however many calls notice it', () => {
  const subscriber = vi.fn<() => void>();
  const stop = onSessionExpired(subscriber);
  const lost = signInUser();
  expireSession(lost);
  expireSession(lost);
  stop();
  expect(subscriber).toHaveBeenCalledTimes(1);
});

test('a subscriber to sign-ins is notified of every other session, and of no renewed token', () => {
  const heard = vi.fn<() => void>();
  onSessionChange(heard);
  startSession(login('a'), Date.now());
  renewSession(readSession()!, accessToken('renewed'), Date.now());
  expect(heard).toHaveBeenCalledTimes(1);
  startSession(login('b'), Date.now());
  signOutInAnotherTab();
  expect(heard).toHaveBeenCalledTimes(3);
});

test('the logout time is observed, and is null if none or an invalid one is stored', () => {
  const { result } = renderHook(() => useLogoutTime());
  expect(result.current).toBeNull();
  act(() => storeLogoutTime(5_000));
  expect(result.current).toBe(5_000);
  localStorage.setItem('logoutTime', 'soon');
  expect(readLogoutTime()).toBeNull();
});
