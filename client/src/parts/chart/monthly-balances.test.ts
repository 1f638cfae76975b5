import { expect, test } from 'vitest';
import { monthlyBalances, yearAxis } from './monthly-balances.ts';

const rows = (payments: number) =>
  Array.from({ length: payments }, (_, index) => ({ remaining_balance: payments - 1 - index }));

test('a loan that ends after 20 years 8 months ends there, and not at the end of the year', () => {
  const balances = monthlyBalances(248, rows(248), 12);
  expect(balances).toHaveLength(249);
  expect(balances.slice(0, 3)).toEqual([248, 247, 246]);
  expect(balances.slice(-2)).toEqual([1, 0]);
});

test.each([
  [26, 40, 19],
  [52, 10, 3],
  [52, 52, 12],
])('of %d payments a year, %d payments end in month %d', (perYear, payments, month) => {
  const balances = monthlyBalances(payments, rows(payments), perYear);
  expect(balances.indexOf(0)).toBe(month);
  expect(balances).toHaveLength(month + 1);
});

test('the axis names whole years', () => {
  const { labels, labelEvery } = yearAxis(26);
  expect(labels.filter((_, index) => index % labelEvery === 0)).toEqual(['0', '1', '2']);
  expect(labels.filter(Boolean)).toEqual(['0', '1', '2']);
});
