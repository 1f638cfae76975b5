import type { Calculation } from 'contract/calculations/calculations.ts';
import { expect, test } from 'vitest';
import { figuresOf } from './figures-of.ts';

const figuresOfStored = (summary: object, input: object = {}) =>
  figuresOf({ summary, input } as unknown as Calculation);

test('a saved check that is hardly explained with the offset account says with what its charges are explained', () => {
  const summary = { verdict: 'unexplained', totals: { explained: 0, charges: 12 } };
  const offset_balances = [{ date: '2025-01-01', balance: 1 }];
  expect(figuresOfStored(summary, { offset_balances })).toMatchObject({
    result: '0 of 12',
    word: 'charges explained with the offset account',
  });
  expect(figuresOfStored(summary).word).toBe('charges explained');
});

const offer = (name: string, total_cost: number) => ({
  name,
  least: { payment: 3_633.92, total_interest_paid: 9, difference: { total_cost } },
});

test.each([
  [-45_426.05, 45_426.05, 'less than staying'],
  [0.01, 0.01, 'more than staying'],
  [0, 0, 'the same as staying'],
])('a saved switch whose cost differs by %d is %d %s', (total_cost, result, word) => {
  const input = { offers: [{ annual_interest_rate: '5.79' }] };
  expect(figuresOfStored({ stay: {}, offers: [offer('Offer 1', total_cost)] }, input)).toEqual({
    payment: 3_633.92,
    interest: 9,
    result,
    word,
    more: 'offer at 5.79%',
  });
});

test('a saved switch of several offers has the figures of the one that costs the least', () => {
  const offers = [offer('A bank', -10), offer('Another', -30), offer('A third', 5)];
  const input = {
    current: { payment_frequency: 'weekly' },
    offers: [5, 4, 6].map((annual_interest_rate) => ({ annual_interest_rate })),
  };
  expect(figuresOfStored({ stay: {}, offers }, input)).toMatchObject({
    period: 'week',
    result: 30,
    more: 'Another, the best of 3 offers, at 4%',
  });
});

test.each<[string, object, object, object]>([
  [
    'a loan',
    { calculated_monthly_payment: 40, total_interest_paid: 9, total_payments_made: 509 },
    {},
    { payment: 40, interest: 9, result: 509, word: 'in all' },
  ],
  [
    'a fortnightly loan that saves interest',
    {
      calculated_monthly_payment: 20,
      total_interest_paid: 6,
      total_payments_made: 506,
      saved: { interest: 3 },
    },
    { payment_frequency: 'fortnightly' },
    { payment: 20, period: 'fortnight', interest: 6, result: 3, word: 'interest saved' },
  ],
  [
    'savings',
    { final_balance: 2500, total_interest: 100 },
    { deposit_per_month: '100' },
    { payment: 100, interest: 100, result: 2500, word: 'final balance' },
  ],
  [
    'pay',
    { net_income: 75_000, total_tax: 25_000, net_per: { monthly: 6250 } },
    { study_loan: true },
    { payment: 6250, result: 75_000, word: 'take-home pay', more: 'tax and study loan $25,000.00' },
  ],
  [
    'a purchase',
    { largest: { price: 800_000 }, borrowing: { loan: 700_000 }, purchase: null },
    {},
    { result: 800_000, word: 'largest price', more: 'can be borrowed $700,000.00' },
  ],
  [
    'a study loan',
    { ends_in: '2034-35', total_indexation: 812.5 },
    {},
    { result: 812.5, word: 'indexation', more: 'ends in 2034-35' },
  ],
  ['a loan of another version', {}, {}, { result: undefined, word: 'in all' }],
])('%s has its figures in the columns that all kinds share', (_, summary, input, figures) => {
  expect(figuresOfStored(summary, input)).toEqual(figures);
});
