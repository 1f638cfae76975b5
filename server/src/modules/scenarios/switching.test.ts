import { SwitchResult } from 'contract/scenarios/switching.ts';
import { operations } from 'contract/operations.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { casesOf, caseUrls, refusalsOf } from '#test/money-cases.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const send = (body: object) => request(test.app.server).post(caseUrls['switch']!).send(body);

async function compare(body: object): Promise<SwitchResult> {
  const response = await send(body);
  expect([response.status, response.body.msg]).toEqual([200, 'Calculation successful!']);
  return response.body.data;
}

const current = {
  total_loan_amount: 420_000,
  duration_months: 300,
  annual_interest_rate: 6.5,
  compounding_frequency: 'monthly',
};

const entries = (count: number, entry: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => entry(index));

describe('switchLoan', () => {
  it.each(casesOf('switch'))('$id', async ({ request: body, wrongCells }) => {
    const result = await compare(body);
    expect(wrongCells(result)).toEqual([]);
    expect(SwitchResult.parse(result)).toEqual(result);
  });

  it.each(refusalsOf('switch'))('$id: refuses $names', async ({ request: body, names }) => {
    const response = await send(body);
    expect([response.status, response.body.code]).toEqual([400, 'validation_failed']);
    expect(Object.keys(response.body.details as object)).toEqual(names);
  });

  const offer = { annual_interest_rate: 6 };
  it.each([
    ['four offers', { offers: [offer, offer, offer, offer] }, 'offers', 'Must have at most 3 entries.'],
    ['an object instead of a list', { offers: { 0: offer } }, 'offers', 'Must be a list.'],
    ['a number instead of an offer', { offers: [6] }, 'offers.0', 'Must be an object.'],
    ['an empty name', { offers: [{ ...offer, name: ' ' }] }, 'offers.0.name', 'Required.'],
    [
      'a long name',
      { offers: [{ ...offer, name: 'x'.repeat(61) }] },
      'offers.0.name',
      'Must have at most 60 characters.',
    ],
    [
      'an offset that is an amount',
      { offers: [{ ...offer, offset: 1_000 }] },
      'offers.0.offset',
      'Must be true or false.',
    ],
    [
      'as many fixed payments of a shorter loan as it has',
      { offers: [{ ...offer, duration_months: 24, fixed_periods: 24, revert_rate: 7 }] },
      'offers.0.fixed_periods',
      'Must be at most 23.',
    ],
    [
      'a split with a revert rate alone',
      { offers: [offer, { ...offer, split: { amount: 1, annual_interest_rate: 5, revert_rate: 6 } }] },
      'offers.1.split.revert_rate',
      'Needs fixed periods.',
    ],
    [
      'a split above the amount owed',
      { offers: [{ ...offer, split: { amount: 420_000.01, annual_interest_rate: 5 } }] },
      'offers.0.split.amount',
      'Must be less than what is owed.',
    ],
    [
      'a current loan whose options do not fit',
      { current: { ...current, residual_amount: 420_000 }, offers: [offer] },
      'current.residual_amount',
      'Must be less than the loan.',
    ],
  ])('refuses %s', async (_what, body, field, reason) => {
    const response = await send({ current, ...body });
    expect([response.status, response.body.details]).toEqual([400, { [field]: [reason] }]);
  });

  it('accepts null for omitted fields, and names of any script', async () => {
    const nullFields = {
      name: null,
      duration_months: null,
      fixed_periods: null,
      revert_rate: null,
      split: null,
      offset: null,
      switching_costs: null,
      cashback: null,
      fees: null,
    };
    const namedOffer = { ...offer, name: ' „Größe“ 銀行 "2" ' };
    const { offers } = await compare({ current, offers: [offer, { ...offer, ...nullFields }, namedOffer] });
    const [first, second, third] = offers;
    expect(second).toEqual({ ...first, name: 'Offer 2' });
    expect(third?.name).toBe('„Größe“ 銀行 "2"');
  });

  it('returns the same figures and rows for staying as the scenario', async () => {
    const scenario = {
      ...current,
      extra_payments: [{ amount: 250 }, { amount: 50, from_period: 2 }],
      rate_changes: [{ period: 13, annual_interest_rate: 7 }],
      offset: { balance: 10_000 },
      fees: { upfront: 300, per_period: 8 },
      start_date: '2026-01-31',
    };
    const { stay } = await compare({ current: scenario, offers: [offer] });
    const response = await request(test.app.server).post(operations.calculateScenario.url).send(scenario);
    const { data } = response.body;
    expect(stay).toMatchObject({
      payment: data.payment + 250,
      total_interest_paid: data.total_interest_paid,
      total_fees: data.total_fees,
      total_cost: data.total_cost,
      payoff_period: data.payoff_period,
      payoff_date: data.payoff_date,
      comparison_rate_percent: data.comparison_rate_percent,
    });
    expect(stay.rows[0]).toMatchObject({
      due_date: '2026-01-31',
      fees_paid: 300,
      remaining_balance: 420_000,
    });
    expect(stay.rows.slice(1)).toEqual(
      data.amortization_schedule.map((row: Record<string, unknown>) => ({
        period: row['period'],
        due_date: row['due_date'],
        payment_amount: row['payment_amount'],
        interest_paid: row['interest_paid'],
        fees_paid: 8,
        remaining_balance: row['remaining_balance'],
      })),
    );
  });

  it('accepts the maximum of every field at once, in a body below 27,000 bytes', async () => {
    const amount = '999999999999.99';
    const rates = { annual_interest_rate: 29.999999, fixed_periods: 2_599, revert_rate: 29.999999 };
    const body = {
      current: {
        total_loan_amount: amount,
        duration_months: 600,
        annual_interest_rate: 29.999999,
        compounding_frequency: 'monthly',
        payment_frequency: 'weekly',
        payment_basis: 'half_monthly',
        interest_only_periods: 2_599,
        residual_amount: '999999999999.98',
        rate_changes: entries(120, (index) => ({ period: 2_481 + index, annual_interest_rate: 29.999999 })),
        extra_payments: entries(20, () => ({ amount, from_period: 2_599, to_period: 2_600 })),
        lump_sums: entries(60, () => ({ period: 2_600, amount })),
        offset: { balance: amount, deposit_per_period: '999999999.99' },
        fees: { upfront: amount, per_period: '999999999.99', per_year: '999999999.99' },
        day_count: 'equal',
        start_date: '2100-12-31',
      },
      offers: entries(3, () => ({
        name: '銀'.repeat(60),
        ...rates,
        duration_months: 600,
        split: { amount: '999999999999.98', ...rates },
        offset: false,
        switching_costs: amount,
        cashback: amount,
        fees: { upfront: amount, per_period: '999999999.99', per_year: '999999999.99' },
      })),
    };
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(27_000);
    const { stay, offers } = await compare(body);
    expect(stay.payoff_period).toBe(2_599);
    expect(offers.map(({ least }) => least.rows.at(-1)?.remaining_balance)).toEqual([0, 0, 0]);
  });
});
