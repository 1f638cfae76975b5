import { beforeEach, expect, test, vi } from 'vitest';
import { clockOffsetOf, isExpired } from './access-token.ts';
import { accessToken } from '#test/fake-session.ts';

const nowMs = Date.parse('2026-01-31T00:00:00Z');

beforeEach(() => vi.useFakeTimers({ now: nowMs }));

test('a token counts as expired from 5 seconds before its expiry', () => {
  const token = accessToken('t', 300);
  vi.setSystemTime(nowMs + 294_999);
  expect(isExpired(token, 0)).toBe(false);
  vi.setSystemTime(nowMs + 295_000);
  expect(isExpired(token, 0)).toBe(true);
});

test.each([
  ['behind', -7_200_000],
  ['ahead', 7_200_000],
])('a device whose clock is two hours %s judges expiry by the server’s clock', (_, deviceLessServerMs) => {
  const token = accessToken('t', 300, nowMs - deviceLessServerMs);
  const offsetMs = clockOffsetOf(token, nowMs);
  expect(isExpired(token, offsetMs)).toBe(false);
  vi.setSystemTime(nowMs + 295_000);
  expect(isExpired(token, offsetMs)).toBe(true);
});

test('a token without a readable payload and an expiry counts as expired', () => {
  const withoutExpiry = `e30.${btoa(JSON.stringify({ sub: 'x' }))}.sig`;
  for (const token of ['', 'opaque', 'a.%%%.c', 'a.e30.c', withoutExpiry]) {
    expect(isExpired(token, 0)).toBe(true);
  }
  expect(isExpired(7 as unknown as string, 0)).toBe(true);
});

test('a payload in base64url is decoded', () => {
  const token = accessToken('~~~???>>>', 300).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  expect(token).toMatch(/[-_]/);
  expect(isExpired(token, 0)).toBe(false);
});
