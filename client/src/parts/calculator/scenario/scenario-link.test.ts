import { describe, expect, test } from 'vitest';
import { emptyScenario, type ScenarioTerms, type ScenarioInputs } from './scenario-inputs.ts';
import { fragmentOf, readFragment } from './scenario-link.ts';

const everything: ScenarioInputs = {
  payment_frequency: 'fortnightly',
  payment_basis: 'half_monthly',
  interest_only_periods: '24',
  residual_amount: '50000',
  rate_changes: [
    { period: '25', annual_interest_rate: '6.5' },
    { period: '49', annual_interest_rate: '7' },
  ],
  extra_payments: [
    { amount: '200', from_period: '', to_period: '' },
    { amount: '50.25', from_period: '13', to_period: '60' },
    { amount: '10', from_period: '', to_period: '5' },
  ],
  lump_sums: [{ period: '12', amount: '5000' }],
  offset: { balance: '20000', deposit_per_period: '500' },
  fees: { upfront: '', per_period: '10' },
  day_count: 'actual_365',
  start_date: '2026-01-31',
  inflation_rate: '3',
  rates_from: '0123456789ab',
};

const compared: ScenarioTerms = {
  loan: {
    total_loan_amount: '500000',
    duration_months: '360',
    annual_interest_rate: '6',
    compounding_frequency: 'daily',
  },
  options: { ...emptyScenario, rate_changes: [{ period: '13', annual_interest_rate: '5' }] },
};

describe('the fragment of a scenario', () => {
  test('is readable', () => {
    expect(fragmentOf({ ...emptyScenario, extra_payments: everything.extra_payments })).toBe(
      '#what-if&extra=200&extra=50.25:13:60&extra=10::5',
    );
    expect(fragmentOf(emptyScenario)).toBe('#what-if');
  });

  test('may have an amount without a digit before its point, as people type it', () => {
    const { options, unrecognized } = readFragment('#what-if&extra=.5&lump=.25:12');
    expect(options.extra_payments[0]?.amount).toBe('.5');
    expect(options.lump_sums[0]?.amount).toBe('.25');
    expect(unrecognized).toEqual([]);
  });

  test('leads back to every option and to the scenarios beside it', () => {
    expect(readFragment(fragmentOf(everything, [compared, compared]))).toEqual({
      options: everything,
      comparedScenarios: [compared, compared],
      unrecognized: [],
    });
  });
});

describe('rubbish in a link', () => {
  test('is reported, and the rest is used', () => {
    const { options, unrecognized } = readFragment(
      '#what-if&rates_from=current&extra=abc&extra=200&payments=daily&what=1&lump=5:1:2&start=2026-02-31x&start=2026-02-31&offset=&days',
    );
    expect(options).toEqual({
      ...emptyScenario,
      extra_payments: [{ amount: '200', from_period: '', to_period: '' }],
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

  test('of more entries than there may be, the first are used', () => {
    const { options, unrecognized } = readFragment(`#what-if${'&extra=1'.repeat(22)}`);
    expect(options.extra_payments).toHaveLength(20);
    expect(unrecognized).toEqual(['extra=1', 'extra=1']);
  });

  test('that names what every object has is rubbish, too', () => {
    expect(readFragment('#what-if&constructor=1&toString=2').unrecognized).toEqual([
      'constructor=1',
      'toString=2',
    ]);
  });

  test('of a third scenario to compare, and of one that is none', () => {
    const keep = encodeURIComponent('amount=1&months=2&rate=3&compounding=monthly&extra=x');
    const { comparedScenarios: read, unrecognized } = readFragment(
      `#what-if&keep=none&keep=${keep}&keep=${keep}&keep=${keep}`,
    );
    expect(read).toHaveLength(2);
    expect(unrecognized).toHaveLength(4);
  });
});
