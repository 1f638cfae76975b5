import type { Calculation } from 'contract/calculations/calculations.ts';
import { expect, test } from 'vitest';
import { figuresOf } from './figures-of.ts';

test('a saved check that is hardly explained with the offset account says with what its charges are explained', () => {
  const summary = { verdict: 'unexplained', totals: { explained: 0, charges: 12 } };
  const textOf = (input: object) => figuresOf({ summary, input } as unknown as Calculation)[0]![1];
  expect(textOf({ offset_balances: [{ date: '2025-01-01', balance: 1 }] })).toBe(
    '0 of 12 charges explained with the offset account',
  );
  expect(textOf({})).toBe('0 of 12 charges explained');
});

test.each([
  [-45_426.05, '$45,426.05 less than staying'],
  [0.01, '$0.01 more than staying'],
  [0, 'the same as staying'],
])('a saved switch whose cost differs by %d is %j', (total_cost, text) => {
  const offers = [{ name: 'Offer 1', least: { difference: { total_cost } } }];
  const calculation = { summary: { stay: {}, offers }, input: {} } as unknown as Calculation;
  expect(figuresOf(calculation)).toEqual([['Offer 1', text]]);
});
