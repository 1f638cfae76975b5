import { describe, expect, test } from 'vitest';
import { emptyScenario } from 'contract/scenarios/empty-scenario.ts';
import type { ScenarioInputs } from 'contract/scenarios/option-types.ts';
import { type ScenarioTerms } from './scenario-inputs.ts';
import { fragmentOf, readFragment } from './scenario-link.ts';

const allOptions: ScenarioInputs = {
  payment_frequency: 'fortnightly',
  payment_basis: 'half_monthly',
  interest_only_periods: '24',
  residual_amount: '50000',
  rate_changes: [
    { period: '25', annual_interest_rate: '6.5' },
    { period: '49', annual_interest_rate: '7' },
  ],
  extra_payments: [
    { amount: '200', every: '', from_period: '', to_period: '' },
    { amount: '50.25', every: '', from_period: '13', to_period: '60' },
    { amount: '10', every: 'fortnight', from_period: '', to_period: '5' },
  ],
  lump_sums: [{ period: '12', amount: '5000' }],
  offset: { balance: '20000', deposit_per_period: '500' },
  fees: { upfront: '', per_period: '10', per_year: '395' },
  day_count: 'actual_365',
  start_date: '2026-01-31',
  inflation_rate: '3',
  rates_from: '0123456789ab',
};

const comparedScenario: ScenarioTerms = {
  loan: {
    total_loan_amount: '500000',
    duration_months: '360',
    annual_interest_rate: '6',
    compounding_frequency: 'daily',
  },
  options: { ...emptyScenario, rate_changes: [{ period: '13', annual_interest_rate: '5' }] },
};

describe('the fragment of a scenario', () => {
  test('is in a readable form', () => {
    expect(fragmentOf({ ...emptyScenario, extra_payments: allOptions.extra_payments })).toBe(
      '#what-if&extra=200&extra=50.25:13:60&extra=10::5:fortnight',
    );
    expect(fragmentOf(emptyScenario)).toBe('#what-if');
  });

  test('may contain an amount without a digit before the decimal point', () => {
    const { options, unrecognized } = readFragment('#what-if&extra=.5&lump=.25:12');
    expect(options.extra_payments[0]?.amount).toBe('.5');
    expect(options.lump_sums[0]?.amount).toBe('.25');
    expect(unrecognized).toEqual([]);
  });

  test('restores every option and the compared scenarios', () => {
    expect(readFragment(fragmentOf(allOptions, [comparedScenario, comparedScenario]))).toEqual({
      options: allOptions,
      comparedScenarios: [comparedScenario, comparedScenario],
      unrecognized: [],
    });
  });
});

describe('the unrecognized parts of a link', () => {
  test('are reported, and the other parts are used', () => {
    const { options, unrecognized } = readFragment(
      '#what-if&rates_from=current&extra=abc&extra=200&payments=daily&what=1&lump=5:1:2&start=2026-02-31x&start=2026-02-31&offset=&days',
    );
    expect(options).toEqual({
      ...emptyScenario,
      extra_payments: [{ amount: '200', every: '', from_period: '', to_period: '' }],
    });
    expect(unrecognized).toEqual([
      'rates_from=current',
      'extra=abc',
      'payments=daily',
      'what=1',
      'lump=5:1:2',
      'start=2026-02-31x',
      'start=2026-02-31',
      'offset=',
      'days=',
    ]);
  });

  test('include the entries above the maximum number', () => {
    const { options, unrecognized } = readFragment(`#what-if${'&extra=1'.repeat(22)}`);
    expect(options.extra_payments).toHaveLength(20);
    expect(unrecognized).toEqual(['extra=1', 'extra=1']);
  });

  test('include the names of properties that every object has', () => {
    expect(readFragment('#what-if&constructor=1&toString=2').unrecognized).toEqual([
      'constructor=1',
      'toString=2',
    ]);
  });

  test('include a third scenario to compare and an invalid scenario', () => {
    const scenario = encodeURIComponent('amount=1&months=2&rate=3&compounding=monthly&extra=x');
    const { comparedScenarios, unrecognized } = readFragment(
      `#what-if&keep=none&keep=${scenario}&keep=${scenario}&keep=${scenario}`,
    );
    expect(comparedScenarios).toHaveLength(2);
    expect(unrecognized).toHaveLength(4);
  });
});
