import { addDays } from 'contract/datasets/dataset-dates.ts';
import { Scenario } from 'contract/scenarios/scenario-fields.ts';
import type { ScenarioRow } from 'contract/scenarios/scenarios.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { paymentAfterRateChange } from 'engine/calculators/rate-change.ts';
import { scenarioResult } from 'engine/calculators/scenario.ts';

const [date, rateDay] = ['2026-09-30', '2026-05-10'];
const points = fc.integer({ min: -300, max: 300 }).map((hundredths) => hundredths / 100);
const rate = fc.integer({ min: 0, max: 900 }).map((hundredths) => hundredths / 100);
const rateChanges = fc
  .uniqueArray(fc.record({ period: fc.integer({ min: 2, max: 24 }), annual_interest_rate: rate }), {
    selector: ({ period }) => period,
    maxLength: 4,
  })
  .map((changes) => changes.toSorted((a, b) => a.period - b.period));
const scenarios = fc.record({
  total_loan_amount: fc.constantFrom(5_000, 500_000),
  duration_months: fc.constantFrom(24, 36, 360),
  annual_interest_rate: rate,
  compounding_frequency: fc.constantFrom('monthly', 'daily'),
  payment_frequency: fc.constantFrom('monthly', 'fortnightly', 'weekly'),
  interest_only_periods: fc.integer({ min: 0, max: 12 }),
  rate_changes: rateChanges,
  lump_sums: fc.constantFrom([], [{ period: 4, amount: 4_990 }]),
  extra_payments: fc.constantFrom([], [{ amount: 50 }]),
  start_date: fc.integer({ min: -400, max: 200 }).map((days) => addDays(rateDay, days)),
});
type Input = typeof scenarios extends fc.Arbitrary<infer Value> ? Value : never;

const rowsOf = (input: Input) => scenarioResult(Scenario.parse(input)).amortization_schedule;
const regularCents = (row: ScenarioRow | undefined) =>
  Math.round(100 * ((row?.payment_amount ?? 0) - (row?.extra_paid ?? 0)));

/** The scenario with every rate raised from the period on, as a user would enter it. */
function withRaisedRates(input: Input, period: number, added: number): Input {
  const raised = (percent: number) => Math.max(0, Math.round((percent + added) * 100) / 100);
  const current = input.rate_changes.findLast((change) => change.period <= period) ?? input;
  const change = { period, annual_interest_rate: raised(current.annual_interest_rate) };
  return {
    ...input,
    ...(period === 1 && { annual_interest_rate: change.annual_interest_rate }),
    rate_changes: [
      ...input.rate_changes.filter((earlier) => earlier.period < period),
      ...(period === 1 ? [] : [change]),
      ...input.rate_changes
        .filter((later) => later.period > period)
        .map((later) => ({ ...later, annual_interest_rate: raised(later.annual_interest_rate) })),
    ],
  };
}

it('paymentAfterRateChange equals the payment of the scenario with its later rates changed', () => {
  fc.assert(
    fc.property(scenarios, points, (input, added) => {
      const rows = rowsOf(input);
      const period = 1 + rows.findIndex(({ due_date }) => due_date! > date);
      const addedMillionths = Math.round(added * 1e6);
      const payments = paymentAfterRateChange(Scenario.parse(input), { date, rateDay, addedMillionths });
      const raised = period === 0 ? [] : rowsOf(withRaisedRates(input, period, added));
      const expected = {
        beforeCents: regularCents(rows[period - 1]),
        afterCents: regularCents(raised[period - 1]),
      };
      expect(payments).toEqual(period === 0 ? null : expected);
    }),
  );
});
