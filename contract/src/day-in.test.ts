import { expect, test } from 'vitest';
import { dayIn } from './day-in.ts';

test('dayIn returns the day of a moment in a time zone, in one format everywhere', () => {
  const moment = new Date('2026-01-31T14:30:00Z');
  expect(dayIn('Australia/Sydney', moment)).toBe('2026-02-01');
  expect(dayIn('UTC', moment)).toBe('2026-01-31');
});
