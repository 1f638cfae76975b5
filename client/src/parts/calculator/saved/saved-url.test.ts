import type { CalculationKind } from 'contract/calculations/calculations.constants.ts';
import { Scenario } from 'contract/scenarios/scenario-fields.ts';
import { expect, test } from 'vitest';
import { inputsOf } from '#parts/calculator/loan/loan-inputs.ts';
import { savedUrl } from './saved-url.ts';
import { scenarioOf } from '#parts/calculator/scenario/scenario-inputs.ts';
import { readFragment } from '#parts/calculator/scenario/scenario-link.ts';

const loan = {
  total_loan_amount: '123456789012.34',
  duration_months: 360,
  annual_interest_rate: 6.19,
  compounding_frequency: 'daily',
};

const id = '01930a4e-7c00-7000-8000-000000000006';
const urlOf = (kind: CalculationKind, input: Record<string, unknown>, rates_from: string | null = null) =>
  savedUrl({ id, kind, input, rates_from });

test('the URL of a saved check names it, and contains nothing of the statement', () => {
  expect(urlOf('statement', { transactions: [] })).toBe(`/finance/check#saved=${id}`);
});

test('the URLs of a saved loan and of saved savings contain their terms', () => {
  expect(urlOf('loan', loan)).toBe(
    '/finance/loan-calculator?amount=123456789012.34&months=360&rate=6.19&compounding=daily',
  );
  // The calculator would ask whether 500.000 means 500,000.
  expect(urlOf('loan', { ...loan, total_loan_amount: '500.000' })).toContain('?amount=500.00&');
  const savings = { deposit_per_month: 0.1, duration_months: '24', annual_interest_rate: 0.000001 };
  expect(urlOf('savings', { opening_balance: 0, ...savings, inflation_rate: null })).toBe(
    '/finance/savings#opening=0&deposit=0.1&months=24&rate=0.000001&inflation=0',
  );
});

const fullScenario = {
  ...loan,
  payment_frequency: 'fortnightly',
  payment_basis: 'half_monthly',
  interest_only_periods: 24,
  residual_amount: '50000.5',
  rate_changes: [{ period: 25, annual_interest_rate: 6.123456 }],
  extra_payments: [
    { amount: 200, from_period: null, to_period: null },
    { amount: '50.25', from_period: 13, to_period: 60 },
  ],
  lump_sums: [{ period: 12, amount: 5000 }],
  offset: { balance: 20_000, deposit_per_period: 500 },
  fees: { per_period: 10, per_year: 395 },
  day_count: 'equal',
  start_date: '2026-01-31',
};

test('the URL of a scenario contains the vintage of its rates', () => {
  const { hash } = new URL(urlOf('scenario', loan, '0123456789ab'), 'http://localhost');
  expect(readFragment(hash).options.rates_from).toBe('0123456789ab');
});

test.each([fullScenario, loan, { ...loan, offset: null, fees: null, extra_payments: null }])(
  'the URL of a scenario restores every saved option: %j',
  (input) => {
    const { search, hash } = new URL(urlOf('scenario', input), 'http://localhost');
    const { options, unrecognized } = readFragment(hash);
    expect(unrecognized).toEqual([]);
    const reopened = inputsOf(new URLSearchParams(search));
    expect(Scenario.parse(scenarioOf({ loan: reopened!, options }))).toEqual(Scenario.parse(input));
  },
);
