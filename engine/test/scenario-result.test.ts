import { LoanResult } from 'contract/loans/loans.ts';
import { ScenarioResult, type ScenarioRow } from 'contract/scenarios/scenarios.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutOptions } from 'engine/calculators/loan.ts';
import { listedLoan } from './listed-loan.ts';
import { hardLoan } from './loan-arbitraries.ts';
import { anyScenario } from './scenario-arbitraries.ts';
import { resultOfTerms } from 'engine/calculators/scenario.ts';

const cents = (amount: number) => Math.round(amount * 100);
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + cents(amount), 0);

it('returns the fields of the schema alone, in its order', () => {
  fc.assert(
    fc.property(anyScenario, (terms) => {
      const result = resultOfTerms(terms);
      expect(JSON.stringify(result)).toBe(JSON.stringify(ScenarioResult.parse(result)));
    }),
    { numRuns: 20 },
  );
});

it('returns the same figures and rows as the calculator for a loan without options', () => {
  fc.assert(
    fc.property(hardLoan, (loan) => {
      const scenario = LoanResult.parse(resultOfTerms(withoutOptions(loan)));
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
    { numRuns: 20 },
  );
});

it('returns rows that add up, totals that are their sums, and years that add up to the totals', () => {
  fc.assert(
    fc.property(anyScenario, (terms) => {
      const result = resultOfTerms(terms);
      const rows = result.amortization_schedule;
      let balanceCents = terms.principalCents;
      for (const row of rows) {
        expect(cents(row.payment_amount)).toBe(cents(row.principal_paid) + cents(row.interest_paid));
        expect(cents(row.remaining_balance)).toBe(balanceCents - cents(row.principal_paid));
        expect(row.extra_paid).toBeLessThanOrEqual(row.payment_amount);
        balanceCents = cents(row.remaining_balance);
      }
      expect(balanceCents).toBe(0);
      expect(result.payment).toBe(result.calculated_monthly_payment);
      expect(rows.map((row) => row.period)).toEqual(rows.map((_, index) => index + 1));
      const rowsTotal = (field: 'payment_amount' | 'principal_paid' | 'interest_paid') =>
        sum(rows.map((row: ScenarioRow) => row[field]));
      const yearsTotal = (field: 'payment_amount' | 'principal_paid' | 'interest_paid' | 'fees_paid') =>
        sum(result.yearly.map((year) => year[field]));
      expect([rowsTotal('interest_paid'), yearsTotal('interest_paid')]).toEqual(
        Array(2).fill(cents(result.total_interest_paid)),
      );
      expect([rowsTotal('payment_amount'), yearsTotal('payment_amount')]).toEqual(
        Array(2).fill(cents(result.total_payments_made)),
      );
      expect([rowsTotal('principal_paid'), yearsTotal('principal_paid')]).toEqual(
        Array(2).fill(terms.principalCents),
      );
      expect(yearsTotal('fees_paid')).toBe(cents(result.total_fees));
      expect(cents(result.total_cost)).toBe(cents(result.total_payments_made) + cents(result.total_fees));
      expect([result.payoff_period, result.payoff_date]).toEqual([rows.length, rows.at(-1)?.due_date]);
      expect(result.saved).toEqual({
        interest:
          (cents(result.without_extras.total_interest_paid) - cents(result.total_interest_paid)) / 100,
        periods: result.without_extras.payoff_period - result.payoff_period,
      });
    }),
    { numRuns: 20 },
  );
});
