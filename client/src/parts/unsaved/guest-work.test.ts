import { expect, test } from 'vitest';
import { guestResult } from './guest-work.ts';

test('the work of a guest who named an account is taken over by that account alone, and only once', () => {
  const url = '/finance/savings#opening=5000';
  guestResult.store(url, 'Ada');
  expect(guestResult.take('ben')).toBeNull();
  expect(guestResult.take('ada')).toBeNull();
  guestResult.store(url, 'Ada');
  expect(guestResult.take('ADA')).toBe(url);
  expect(guestResult.take('ADA')).toBeNull();
});
