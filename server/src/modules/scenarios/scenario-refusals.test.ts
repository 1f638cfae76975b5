import { operations } from 'contract/operations.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const loan = {
  total_loan_amount: 500_000,
  duration_months: 360,
  annual_interest_rate: 6,
  compounding_frequency: 'monthly',
};

/** Sends the request. Resolves to the details of the refusal. */
async function refusal(url: string, body: object): Promise<Record<string, string[]>> {
  const response = await request(test.app.server).post(url).send(body);
  expect([response.status, response.body.code]).toEqual([400, 'validation_failed']);
  expect(response.body.request_id).toBe(response.headers['x-request-id']);
  for (const reasons of Object.values(response.body.details)) {
    expect(reasons).toEqual([expect.stringMatching(/\w/)]);
  }
  return response.body.details;
}

const weekly = { payment_frequency: 'weekly' };
const entries = <Entry>(count: number, entry: (index: number) => Entry) =>
  Array.from({ length: count }, (_, index) => entry(index));

/** The named field, its fault, and the options that cause the fault. */
const invalidOptionCases: [field: string, why: string, options: object][] = [
  ['annual_interest_rate', 'above 30', { annual_interest_rate: 30.000001 }],
  ['payment_frequency', 'unknown', { payment_frequency: 'daily' }],
  ['payment_basis', 'unknown', { ...weekly, payment_basis: 'half' }],
  ['payment_basis', 'of half a month with monthly payments', { payment_basis: 'half_monthly' }],
  ['interest_only_periods', 'negative', { interest_only_periods: -1 }],
  ['interest_only_periods', 'a fraction', { interest_only_periods: 1.5 }],
  ['interest_only_periods', 'as many as all payments', { interest_only_periods: 360 }],
  ['interest_only_periods', 'as many as all weekly payments', { ...weekly, interest_only_periods: 1_560 }],
  ['residual_amount', 'as large as the loan', { residual_amount: 500_000 }],
  ['residual_amount', 'a third of a cent', { residual_amount: 0.003 }],
  ['rate_changes', 'an object instead of a list', { rate_changes: {} }],
  [
    'rate_changes',
    'more than 120',
    { rate_changes: entries(121, (i) => ({ period: i + 2, annual_interest_rate: 6 })) },
  ],
  ['rate_changes.0', 'a number instead of an object', { rate_changes: [7] }],
  ['rate_changes.0.period', 'absent', { rate_changes: [{ annual_interest_rate: 6 }] }],
  ['rate_changes.0.period', 'at the start', { rate_changes: [{ period: 1, annual_interest_rate: 6 }] }],
  ['rate_changes.0.period', 'past the end', { rate_changes: [{ period: 361, annual_interest_rate: 6 }] }],
  [
    'rate_changes.0.annual_interest_rate',
    'too high',
    { rate_changes: [{ period: 2, annual_interest_rate: 31 }] },
  ],
  ['rate_changes.0.rate', 'unknown', { rate_changes: [{ period: 2, annual_interest_rate: 6, rate: 6 }] }],
  [
    'rate_changes.1.period',
    'the same as before',
    { rate_changes: entries(2, () => ({ period: 9, annual_interest_rate: 6 })) },
  ],
  [
    'rate_changes.2.period',
    'out of order',
    { rate_changes: [5, 9, 7].map((period) => ({ period, annual_interest_rate: 6 })) },
  ],
  ['extra_payments', 'more than 20', { extra_payments: entries(21, () => ({ amount: 1 })) }],
  ['extra_payments.0.amount', 'negative', { extra_payments: [{ amount: -0.01 }] }],
  ['extra_payments.0.from_period', 'zero', { extra_payments: [{ amount: 1, from_period: 0 }] }],
  ['extra_payments.0.from_period', 'past the end', { extra_payments: [{ amount: 1, from_period: 361 }] }],
  ['extra_payments.0.to_period', 'past the end', { extra_payments: [{ amount: 1, to_period: 361 }] }],
  [
    'extra_payments.1.to_period',
    'before its start',
    { extra_payments: [{ amount: 1 }, { amount: 1, from_period: 9, to_period: 8 }] },
  ],
  ['lump_sums', 'more than 60', { lump_sums: entries(61, () => ({ period: 1, amount: 1 })) }],
  ['lump_sums.1.period', 'past the end', { lump_sums: [1, 361].map((period) => ({ period, amount: 1 })) }],
  ['lump_sums.0.amount', 'absent', { lump_sums: [{ period: 1 }] }],
  ['offset', 'a number', { offset: 7 }],
  ['offset.balance', 'absent', { offset: {} }],
  ['offset.balance', 'null', { offset: { balance: null } }],
  ['offset.balance', 'too large', { offset: { balance: 1_000_000_000_000.01 } }],
  [
    'offset.deposit_per_period',
    'too large',
    { offset: { balance: 1, deposit_per_period: 1_000_000_000.01 } },
  ],
  ['offset.deposit', 'unknown', { offset: { balance: 1, deposit: 1 } }],
  ['fees.upfront', 'negative', { fees: { upfront: -1 } }],
  ['fees.per_period', 'too large', { fees: { per_period: 1_000_000_000.01 } }],
  ['fees.per_year', 'too large', { fees: { per_year: 1_000_000_000.01 } }],
  ['fees.monthly', 'unknown', { fees: { monthly: 1 } }],
  ['day_count', 'unknown', { day_count: 'actual_360' }],
  ['day_count', 'actual without a start', { day_count: 'actual_365' }],
  [
    'day_count',
    'actual with daily compounding',
    { day_count: 'actual_365', start_date: '2026-01-01', compounding_frequency: 'daily' },
  ],
  ['start_date', 'before 1900', { start_date: '1899-12-31' }],
  ['start_date', 'after 2100', { start_date: '2101-01-01' }],
  ['start_date', 'a day that does not exist', { start_date: '2026-02-29' }],
  ['start_date', 'a date with a time', { start_date: '2026-02-28T00:00:00Z' }],
  ['extra', 'unknown', { extra: 1 }],
];

describe('calculateScenario', () => {
  it.each(invalidOptionCases)(
    'refuses %s if it is %s, and names only its path',
    async (field, _why, options) => {
      const details = await refusal(operations.calculateScenario.url, { ...loan, ...options });
      expect(Object.keys(details)).toEqual([field]);
    },
  );

  it('names every field that is invalid, alone or together with others', async () => {
    const url = operations.calculateScenario.url;
    const invalidOptions = { offset: { balance: 'many', extra: 1 }, fees: { upfront: -1 }, day_count: 7 };
    expect(Object.keys(await refusal(url, { ...loan, ...invalidOptions })).toSorted()).toEqual([
      'day_count',
      'fees.upfront',
      'offset.balance',
      'offset.extra',
    ]);
    const conflictingOptions = {
      residual_amount: 500_000,
      interest_only_periods: 400,
      payment_basis: 'half_monthly',
    };
    expect(Object.keys(await refusal(url, { ...loan, ...conflictingOptions })).toSorted()).toEqual([
      'interest_only_periods',
      'payment_basis',
      'residual_amount',
    ]);
  });

  it('names the required fields of an empty body', async () => {
    expect(await refusal(operations.calculateScenario.url, {})).toEqual(
      Object.fromEntries(Object.keys(loan).map((field) => [field, ['Required.']])),
    );
  });
});

describe('stressScenario', () => {
  const url = operations.stressScenario.url;

  it.each([
    ['scenario', { added_rates: [2] }],
    ['scenario', { scenario: null, added_rates: [2] }],
    ['scenario.residual_amount', { scenario: { ...loan, residual_amount: 500_000 }, added_rates: [2] }],
    ['scenario.offset.extra', { scenario: { ...loan, offset: { balance: 1, extra: 1 } }, added_rates: [2] }],
    ['added_rates', { scenario: loan }],
    ['added_rates', { scenario: loan, added_rates: [] }],
    ['added_rates', { scenario: loan, added_rates: [1, 2, 3, 4, 5, 6] }],
    ['added_rates.1', { scenario: loan, added_rates: [1, 10.000001] }],
    ['added_rates.0', { scenario: loan, added_rates: [null] }],
  ])('refuses an invalid %s, and names it', async (field, body) => {
    expect(Object.keys(await refusal(url, body))).toEqual([field]);
  });
});

describe('solveLoan', () => {
  const url = operations.solveLoan.url;
  const extraPayment = { solve_for: 'extra_payment', scenario: loan, target_periods: 240 };
  const loanAmount = {
    solve_for: 'total_loan_amount',
    payment_per_period: 3_000,
    duration_months: 300,
    annual_interest_rate: 6,
    compounding_frequency: 'monthly',
  };
  const deposit = {
    solve_for: 'deposit',
    opening_balance: 0,
    target_amount: 1_000,
    duration_months: 12,
    annual_interest_rate: 3,
  };

  it.each([
    ['solve_for', {}],
    ['solve_for', { ...deposit, solve_for: null }],
    ['solve_for', { ...deposit, solve_for: 'rate' }],
    ['target_periods', { ...extraPayment, target_periods: null }],
    ['target_periods', { ...extraPayment, target_periods: 0 }],
    ['scenario.extra_payments', { ...extraPayment, scenario: { ...loan, extra_payments: [] } }],
    [
      'scenario.lump_sums.0.period',
      { ...extraPayment, scenario: { ...loan, lump_sums: [{ period: 0, amount: 1 }] } },
    ],
    ['fee_per_period', { ...extraPayment, fee_per_period: 1 }],
    ['payment_per_period', { ...loanAmount, payment_per_period: 0 }],
    ['scenario', { ...loanAmount, scenario: loan }],
    ['target_amount', { ...deposit, target_amount: 0 }],
    ['duration_months', { ...deposit, duration_months: 601 }],
    ['compounding_frequency', { ...deposit, compounding_frequency: 'monthly' }],
  ])('refuses an invalid %s, and names it', async (field, body) => {
    expect(Object.keys(await refusal(url, body))).toEqual([field]);
  });

  it('names the nearest number of periods that is possible', async () => {
    const nearest = { target_periods: ['Must be at most 360.'] };
    expect(await refusal(url, { ...extraPayment, target_periods: 361 })).toEqual(nearest);
    expect(await refusal(url, { ...extraPayment, target_periods: 1e6 })).toEqual(nearest);
  });

  it('names the highest fee that leaves a part of the payment', async () => {
    const nearest = { fee_per_period: ['Must be at most 2,999.99.'] };
    expect(await refusal(url, { ...loanAmount, fee_per_period: 3_000 })).toEqual(nearest);
  });

  it('names the highest payment whose loan is within the limit, accepts it, and refuses one cent more', async () => {
    const body = { ...loanAmount, fee_per_period: 10 };
    const { payment_per_period: [reason] = [] } = await refusal(url, { ...body, payment_per_period: 1e12 });
    const highest = Number(/^Must be at most (\S+)\.$/.exec(reason ?? '')?.[1]?.replaceAll(',', ''));
    const { body: accepted } = await request(test.app.server)
      .post(url)
      .send({ ...body, payment_per_period: highest })
      .expect(200);
    expect(accepted.data.amount).toBeGreaterThan(999_999_999_990);
    await refusal(url, { ...body, payment_per_period: Number((highest + 0.01).toFixed(2)) });
  });
});

describe('calculateSavings', () => {
  const url = operations.calculateSavings.url;
  const savings = {
    opening_balance: 1_000,
    deposit_per_month: 100,
    duration_months: 12,
    annual_interest_rate: 3,
  };

  it.each([
    ['opening_balance', { ...savings, opening_balance: null }],
    ['deposit_per_month', { ...savings, deposit_per_month: '1e3' }],
    ['duration_months', { ...savings, duration_months: 0 }],
    ['annual_interest_rate', { ...savings, annual_interest_rate: 30.1 }],
    ['inflation_rate', { ...savings, inflation_rate: 20.000001 }],
    ['target_amount', { ...savings, target_amount: 1 }],
  ])('refuses an invalid %s, and names it', async (field, body) => {
    expect(Object.keys(await refusal(url, body))).toEqual([field]);
  });

  it('names the longest duration whose balance is exact to the cent, and accepts it', async () => {
    const largeBalance = {
      ...savings,
      opening_balance: 1e12,
      annual_interest_rate: 30,
      duration_months: 600,
    };
    const { duration_months: [reason] = [] } = await refusal(url, largeBalance);
    const maxMonths = Number(/^Must be at most (\d+)\.$/.exec(reason ?? '')?.[1]?.replaceAll(',', ''));
    const { body } = await request(test.app.server)
      .post(url)
      .send({ ...largeBalance, duration_months: maxMonths })
      .expect(200);
    expect(body.data.final_balance).toBeLessThanOrEqual(1e13);
    await refusal(url, { ...largeBalance, duration_months: maxMonths + 1 });
  });
});
