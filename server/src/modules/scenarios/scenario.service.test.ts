import { LoanResult } from 'contract/loans/loans.ts';
import { ScenarioResult, type ScenarioRow } from 'contract/scenarios/scenarios.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutOptions } from '#domain/finance/engine/loan.ts';
import { listedLoan } from '#test/listed-loan.ts';
import { hardLoan } from '#test/loan-arbitraries.ts';
import { anyScenario } from '#test/scenario-arbitraries.ts';
import { calculateScenario } from '#domain/finance/engine/scenario.ts';
import { writeScenario } from './scenario.service.ts';

const cents = (amount: number) => Math.round(amount * 100);
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + cents(amount), 0);

it('writes any scenario like its schema, with the shortest decimals', () => {
  fc.assert(
    fc.property(anyScenario, (terms) => {
      const text = writeScenario(calculateScenario(terms));
      const answer: unknown = JSON.parse(text);
      expect(ScenarioResult.parse(answer)).toEqual(answer);
      expect(JSON.stringify(answer)).toBe(text);
    }),
    { numRuns: 60 },
  );
});

it('gives a plain loan the same figures and rows as the calculator', () => {
  fc.assert(
    fc.property(hardLoan, (loan) => {
      const text = writeScenario(calculateScenario(withoutOptions(loan)));
      const scenario = LoanResult.parse(JSON.parse(text) as unknown);
      const calculated = listedLoan(loan);
      expect(cents(scenario.calculated_monthly_payment)).toBe(calculated.paymentCents);
      expect(scenario.effective_monthly_rate_percent).toBe(calculated.effectiveMonthlyRatePercent);
      expect(scenario.total_interest_percentage_of_principal).toBe(calculated.totalInterestPercent);
      expect(
        scenario.amortization_schedule.map((row) => ({
          paymentCents: cents(row.payment_amount),
          principalCents: cents(row.principal_paid),
          interestCents: cents(row.interest_paid),
          balanceCents: cents(row.remaining_balance),
        })),
      ).toEqual(calculated.rows);
    }),
    { numRuns: 60 },
  );
});

it('returns rows that add up, totals that are their sums, and years that add up to the totals', () => {
  fc.assert(
    fc.property(anyScenario, (terms) => {
      const answer = ScenarioResult.parse(JSON.parse(writeScenario(calculateScenario(terms))) as unknown);
      const rows = answer.amortization_schedule;
      let balanceCents = terms.principalCents;
      for (const row of rows) {
        expect(cents(row.payment_amount)).toBe(cents(row.principal_paid) + cents(row.interest_paid));
        expect(cents(row.remaining_balance)).toBe(balanceCents - cents(row.principal_paid));
        expect(row.extra_paid).toBeLessThanOrEqual(row.payment_amount);
        balanceCents = cents(row.remaining_balance);
      }
      expect(balanceCents).toBe(0);
      expect(answer.payment).toBe(answer.calculated_monthly_payment);
      expect(rows.map((row) => row.period)).toEqual(rows.map((_, index) => index + 1));
      const of = (field: 'payment_amount' | 'principal_paid' | 'interest_paid') =>
        sum(rows.map((row: ScenarioRow) => row[field]));
      const years = (field: 'payment_amount' | 'principal_paid' | 'interest_paid' | 'fees_paid') =>
        sum(answer.yearly.map((year) => year[field]));
      expect([of('interest_paid'), years('interest_paid')]).toEqual(
        Array(2).fill(cents(answer.total_interest_paid)),
      );
      expect([of('payment_amount'), years('payment_amount')]).toEqual(
        Array(2).fill(cents(answer.total_payments_made)),
      );
      expect([of('principal_paid'), years('principal_paid')]).toEqual(Array(2).fill(terms.principalCents));
      expect(years('fees_paid')).toBe(cents(answer.total_fees));
      expect(cents(answer.total_cost)).toBe(cents(answer.total_payments_made) + cents(answer.total_fees));
      expect([answer.payoff_period, answer.payoff_date]).toEqual([rows.length, rows.at(-1)?.due_date]);
      expect(answer.saved).toEqual({
        interest:
          (cents(answer.without_extras.total_interest_paid) - cents(answer.total_interest_paid)) / 100,
        periods: answer.without_extras.payoff_period - answer.payoff_period,
      });
    }),
    { numRuns: 60 },
  );
});
