import { expect, test } from 'vitest';
import {
  formatAud,
  formatDuration,
  formatNumber,
  formatRate,
  formatShare,
  formatShortAud,
  formatShortRate,
  formatWholeAud,
} from './format.ts';

test.each([
  [0, '$0.00'],
  [0.01, '$0.01'],
  [1007.5, '$1,007.50'],
  [1_000_000_000_000, '$1,000,000,000,000.00'],
])('formats the amount %s as %s, with 2 decimals', (amount, text) => {
  expect(formatAud(amount)).toBe(text);
});

test.each([
  [0, '0.00000%'],
  [0.5, '0.50000%'],
  [2.21045, '2.21045%'],
])('formats the rate %s as %s, with 5 decimals', (percent, text) => {
  expect(formatRate(percent)).toBe(text);
});

test('a zero has no sign, and neither has what is rounded to it', () => {
  for (const zero of [-0, -0.001]) expect(formatAud(zero)).toBe('$0.00');
  for (const format of [formatWholeAud, formatShortAud]) expect(format(-0.001)).toMatch(/^\$0(\.00)?$/);
  expect([formatShare(-0.001), formatShortRate(-0), formatNumber(-0)]).toEqual(['0.00%', '0%', '0']);
  expect(formatAud(-0.01)).toBe('-$0.01');
});

test('formats a share with 2 decimals', () => {
  expect(formatShare(0.75)).toBe('0.75%');
  expect(formatShare(1191.5)).toBe('1,191.50%');
});

test.each([
  [360, '30 years'],
  [30, '2 years 6 months'],
  [13, '1 year 1 month'],
  [1, '1 month'],
  [0, '0 months'],
])('formats %i months as %j', (months, text) => {
  expect(formatDuration(months)).toBe(text);
});
