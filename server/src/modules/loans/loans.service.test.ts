import { LoanResult } from 'contract/loans.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { hardLoan } from '#test/loan-arbitraries.ts';
import { amortize } from './amortization.ts';
import { calculateLoan } from './loans.service.ts';

it('writes any loan as its schema and a serializer would: the same fields in the same order, the shortest decimals', () => {
  fc.assert(
    fc.property(hardLoan, (terms) => {
      const text = calculateLoan({
        total_loan_amount: terms.principalCents,
        duration_months: terms.durationMonths,
        annual_interest_rate: terms.annualRateMillionths,
        compounding_frequency: terms.frequency,
      });
      const loan = amortize(terms);
      const expected: LoanResult = {
        input_total_loan_amount: terms.principalCents / 100,
        total_interest_paid: loan.totalInterestCents / 100,
        calculated_monthly_payment: loan.paymentCents / 100,
        total_payments_made: loan.totalPaymentsCents / 100,
        effective_monthly_rate_percent: loan.effectiveMonthlyRatePercent,
        total_interest_percentage_of_principal: loan.totalInterestPercent,
        amortization_schedule: loan.rows.map((row, index) => ({
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
