import { expect, test } from 'vitest';
import { periodsUntil } from './target-periods.ts';

test.each([
  ['2026-01-31', '2026-02-27', 'monthly', 0],
  ['2026-01-31', '2026-02-28', 'monthly', 1],
  ['2026-01-31', '2026-03-30', 'monthly', 1],
  ['2026-01-15', '2046-01-15', 'monthly', 240],
  ['2026-01-15', '2046-01-14', 'monthly', 239],
  ['2026-01-01', '2026-01-14', 'fortnightly', 0],
  ['2026-01-01', '2026-01-15', 'fortnightly', 1],
  ['2026-01-01', '2026-01-29', 'weekly', 4],
  ['2026-01-01', '2025-12-31', 'monthly', -1],
] as const)('from %s to %s, %s: %d payments', (start, end, frequency, periods) => {
  expect(periodsUntil(start, end, frequency)).toBe(periods);
});
