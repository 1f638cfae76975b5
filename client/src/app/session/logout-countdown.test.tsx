import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { advanceClock, installFakeClock } from '#test/fake-clock.ts';
import { signInUser } from '#test/fake-session.ts';
import { clearSession, storeLogoutTime } from '#session/session.ts';
import { LogoutCountdown } from './agent.tsx';

beforeEach(() => void installFakeClock());

const minute = 60_000;
const clock = () => screen.queryByRole('timer')?.querySelector('time')?.textContent;
const announcement = () => screen.getByRole('status').textContent;

test('displays minutes and seconds, updated every second', async () => {
  storeLogoutTime(Date.now() + 240 * minute);
  render(<LogoutCountdown />);
  expect(clock()).toBe('240:00');
  await advanceClock(999);
  expect(clock()).toBe('240:00');
  await advanceClock(1);
  expect(clock()).toBe('239:59');
  await advanceClock(minute);
  expect(clock()).toBe('238:59');
});

test('displays nothing while no logout time is stored', () => {
  signInUser();
  render(<LogoutCountdown />);
  expect(clock()).toBeUndefined();
  act(() => storeLogoutTime(Date.now() + minute));
  expect(clock()).toBe('1:00');
  act(() => clearSession());
  expect(clock()).toBeUndefined();
});

test('the countdown stops at zero', async () => {
  storeLogoutTime(Date.now() + 5_000);
  render(<LogoutCountdown />);
  expect(clock()).toBe('0:05');
  await advanceClock(30_000);
  expect(clock()).toBe('0:00');
});

test('announces 5 minutes and 1 minute before the logout, and at no other time', async () => {
  storeLogoutTime(Date.now() + 6 * minute);
  render(<LogoutCountdown />);
  const announcements: string[] = [];
  let last = announcement();
  expect(last).toBe('');
  for (let check = 0; check < 36; check++) {
    await advanceClock(10_000);
    const current = announcement();
    if (current !== last) announcements.push(`${clock()} ${current}`);
    last = current;
  }
  expect(announcements).toEqual([
    '5:00 Automatic logout within 5 minutes.',
    '1:00 Automatic logout within 1 minute.',
  ]);
});

test('the timer is not a live region', () => {
  storeLogoutTime(Date.now() + minute);
  render(<LogoutCountdown />);
  const timer = screen.getByRole('timer', { name: 'Time until automatic logout' });
  expect(timer).not.toHaveAttribute('aria-live');
  expect(timer.closest('[aria-live]')).toBeNull();
});
