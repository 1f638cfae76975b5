import { operations } from 'contract/operations.ts';
import { conformanceCases, isRight } from 'engine/conformance/cases.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

type Row = Record<string, number | string | null>;

const urls: Record<string, string> = {
  scenario: operations.calculateScenario.url,
  stress: operations.stressScenario.url,
  solve: operations.solveLoan.url,
  savings: operations.calculateSavings.url,
};

async function calculate(route: string, body: object) {
  const response = await request(test.app.server).post(urls[route]!).send(body);
  expect([response.status, response.body.msg]).toEqual([200, 'Calculation successful!']);
  return response.body.data;
}

describe('the shared cases, exact to the cent and in every row', () => {
  const shared = conformanceCases.filter(({ route }) => route in urls);
  it.each(shared)('$id', async ({ route, request: body, cells }) => {
    expect(cells(await calculate(route, body)).filter((cell) => !isRight(cell))).toEqual([]);
  });
});

const loan = {
  total_loan_amount: 500_000,
  duration_months: 360,
  annual_interest_rate: 6,
  compounding_frequency: 'monthly',
};

const comparisonRateWith = async (fees: object) =>
  (await calculate('scenario', { ...loan, fees })).comparison_rate_percent;

async function datesFrom(start_date: string, payment_frequency: string) {
  const terms = { ...loan, duration_months: 2, start_date, payment_frequency };
  return (await calculate('scenario', terms)).amortization_schedule.map((row: Row) => row['due_date']);
}

describe('calculateScenario', () => {
  it('accepts strings for numbers, and null for omitted fields', async () => {
    const options = {
      offset: { balance: 1_000.5 },
      rate_changes: [{ period: 13, annual_interest_rate: 6.5 }],
    };
    const withStrings = {
      total_loan_amount: '500000.00',
      duration_months: '360',
      annual_interest_rate: '6.0',
      compounding_frequency: 'monthly',
      payment_frequency: null,
      payment_basis: null,
      interest_only_periods: null,
      residual_amount: null,
      rate_changes: [{ period: '13', annual_interest_rate: '6.5' }],
      extra_payments: null,
      lump_sums: null,
      offset: { balance: '1000.5', deposit_per_period: null },
      fees: null,
      day_count: null,
      start_date: null,
    };
    expect(await calculate('scenario', withStrings)).toEqual(
      await calculate('scenario', { ...loan, ...options }),
    );
  });

  it('adds the upfront fee and the first rows to year 1, and the remaining rows to the last year', async () => {
    const fees = { upfront: 600, per_period: 10 };
    const {
      yearly,
      amortization_schedule: rows,
      total_fees,
      total_cost,
      total_payments_made,
    } = await calculate('scenario', { ...loan, duration_months: 18, payment_frequency: 'fortnightly', fees });
    expect(yearly).toHaveLength(2);
    expect(yearly[0]).toMatchObject({
      year: 1,
      fees_paid: 860,
      remaining_balance: rows[25].remaining_balance,
    });
    expect(yearly[1]).toMatchObject({ year: 2, fees_paid: 130, remaining_balance: 0 });
    expect([total_fees, total_cost]).toEqual([990, total_payments_made + 990]);
  });

  it('charges the yearly fee with the last payment of each year, also of an incomplete last year', async () => {
    const terms = { ...loan, duration_months: 18, payment_frequency: 'fortnightly' };
    const plain = await calculate('scenario', terms);
    const withFee = await calculate('scenario', { ...terms, fees: { per_year: 395 } });
    expect(withFee.amortization_schedule).toEqual(plain.amortization_schedule);
    expect(withFee.yearly.map((year: { fees_paid: number }) => year.fees_paid)).toEqual([395, 395]);
    expect([withFee.total_fees, withFee.total_cost]).toEqual([790, plain.total_payments_made + 790]);
    expect(withFee.comparison_rate_percent).toBeGreaterThan(plain.comparison_rate_percent);
  });

  it('has no comparison rate if none up to 1,000 % makes the payments equal to the loan', async () => {
    expect(await comparisonRateWith({ upfront: 500_000 })).toBeNull();
    expect(await comparisonRateWith({ upfront: 499_999 })).toBeNull();
    expect(await comparisonRateWith({ upfront: 450_000 })).toBeGreaterThan(50);
  });

  it('counts due dates from the start date, and uses the last day of shorter months', async () => {
    expect(await datesFrom('2023-12-31', 'monthly')).toEqual(['2024-01-31', '2024-02-29']);
    expect(await datesFrom('2100-01-30', 'monthly')).toEqual(['2100-02-28', '2100-03-30']);
    expect((await datesFrom('2023-12-25', 'fortnightly')).slice(0, 5)).toEqual([
      '2024-01-08',
      '2024-01-22',
      '2024-02-05',
      '2024-02-19',
      '2024-03-04',
    ]);
    expect((await datesFrom('2025-02-22', 'weekly')).slice(0, 2)).toEqual(['2025-03-01', '2025-03-08']);
  });

  it('accepts the maximum of every list at once, in a body below 25,000 bytes', async () => {
    const body = {
      ...loan,
      total_loan_amount: '999999999999.99',
      duration_months: 600,
      annual_interest_rate: 29.999999,
      payment_frequency: 'weekly',
      payment_basis: 'half_monthly',
      interest_only_periods: 2_599,
      residual_amount: 999_999_999_999.98,
      rate_changes: Array.from({ length: 120 }, (_, index) => ({
        period: 2_481 + index,
        annual_interest_rate: 29.999999,
      })),
      extra_payments: Array.from({ length: 20 }, () => ({
        amount: 999_999_999_999.99,
        from_period: 2_599,
        to_period: 2_600,
      })),
      lump_sums: Array.from({ length: 60 }, () => ({ period: 2_600, amount: 999_999_999_999.99 })),
      offset: { balance: 999_999_999_999.99, deposit_per_period: 999_999_999.99 },
      fees: { upfront: 999_999_999_999.99, per_period: 999_999_999.99, per_year: 999_999_999.99 },
      start_date: '2100-12-31',
    };
    expect(JSON.stringify(body).length).toBeLessThan(25_000);
    const { payoff_period, amortization_schedule: rows } = await calculate('scenario', body);
    expect(payoff_period).toBe(2_599);
    expect(rows.at(-1).remaining_balance).toBe(0);
  });
});

const lumpSum = { ...loan, lump_sums: [{ period: 1, amount: 400_000 }] };
const savings = { opening_balance: 1_000, target_amount: 1_060, duration_months: 12 };
const twoPayments = { payment_per_period: 102.01, duration_months: 2, compounding_frequency: 'monthly' };
it.each([
  ['0 where the schedule is short enough', 'extra_payment', { scenario: lumpSum, target_periods: 120 }, 0],
  ['0 where interest alone reaches the target', 'deposit', { ...savings, annual_interest_rate: 6 }, 0],
  ['a whole cent as it is', 'total_loan_amount', { ...twoPayments, annual_interest_rate: 12 }, 201],
])('solveLoan returns %s', async (_what, solve_for, terms, amount) => {
  expect((await calculate('solve', { solve_for, ...terms })).amount).toBe(amount);
});
