import { LoanResult } from 'contract/loans/loans.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { listedLoan } from '#test/listed-loan.ts';
import { hardLoan } from '#test/loan-arbitraries.ts';
import { loanJson } from './loans.service.ts';

it('writes any loan like its schema with a serializer: the same fields in the same order, with the shortest decimals', () => {
  fc.assert(
    fc.property(hardLoan, (terms) => {
      const text = loanJson({
        total_loan_amount: terms.principalCents,
        duration_months: terms.durationMonths,
        annual_interest_rate: terms.annualRateMillionths,
        compounding_frequency: terms.compounding,
      });
      const calculated = listedLoan(terms);
      const expected: LoanResult = {
        input_total_loan_amount: terms.principalCents / 100,
        total_interest_paid: calculated.totalInterestCents / 100,
        calculated_monthly_payment: calculated.paymentCents / 100,
        total_payments_made: calculated.totalPaymentsCents / 100,
        effective_monthly_rate_percent: calculated.effectiveMonthlyRatePercent,
        total_interest_percentage_of_principal: calculated.totalInterestPercent,
        amortization_schedule: calculated.rows.map((row, index) => ({
          period: index + 1,
          payment_amount: row.paymentCents / 100,
          principal_paid: row.principalCents / 100,
          interest_paid: row.interestCents / 100,
          remaining_balance: row.balanceCents / 100,
        })),
      };
      expect(text).toBe(JSON.stringify(LoanResult.parse(expected)));
    }),
    { numRuns: 300 },
  );
});
