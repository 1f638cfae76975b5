import { expect, test } from 'vitest';
import { marginAboveCashRate } from './cash-rate.ts';
import { emptyScenario } from 'contract/scenarios/empty-scenario.ts';
import type { ScenarioInputs } from 'contract/scenarios/option-types.ts';

const changes = [
  { date: '1990-01-23', value: 17.25 },
  { date: '1990-02-15', value: 16.75 },
  { date: '1990-04-04', value: 15.25 },
  { date: '1990-04-20', value: 15 },
  { date: '1993-01-01', value: 5 },
];
const loan = {
  total_loan_amount: '100000',
  duration_months: '24',
  annual_interest_rate: '19.75',
  compounding_frequency: 'monthly',
} as const;
const options: ScenarioInputs = {
  ...emptyScenario,
  start_date: '1990-02-01',
  rate_changes: [
    { period: '2', annual_interest_rate: '19.25' },
    { period: '4', annual_interest_rate: '17.5' },
  ],
};
const marginOf = (loanFields: Partial<typeof loan> | object = {}, fields: Partial<ScenarioInputs> = {}) =>
  marginAboveCashRate(changes, { loan: { ...loan, ...loanFields }, options: { ...options, ...fields } });

test('returns the margin if every rate exceeds the cash rate by the same number of points', () => {
  expect(marginOf()).toBe(2.5);
  expect(marginOf({ total_loan_amount: '7' }, { fees: { upfront: '9', per_period: '', per_year: '' } })).toBe(
    2.5,
  );
  expect(marginOf({ annual_interest_rate: '19.750' })).toBe(2.5);
});

test.each([
  ['another first rate', { annual_interest_rate: '19.5' }, {}],
  [
    'another rate later',
    {},
    { rate_changes: [options.rate_changes[0]!, { period: '4', annual_interest_rate: '17' }] },
  ],
  [
    'a change at another payment',
    {},
    { rate_changes: [options.rate_changes[0]!, { period: '5', annual_interest_rate: '17.5' }] },
  ],
  ['a missing change', {}, { rate_changes: options.rate_changes.slice(1) }],
  ['a missing start date', {}, { start_date: '' }],
  ['a start date before the series', {}, { start_date: '1989-02-01' }],
  ['a term in which the rate changes once more', { duration_months: '48' }, {}],
  ['payments that are not monthly', {}, { payment_frequency: 'weekly' as const }],
  ['rates below the cash rate', { annual_interest_rate: '17' }, {}],
])('returns no margin for %s', (_, loanFields, fields) => {
  expect(marginOf(loanFields, fields)).toBeNull();
});
