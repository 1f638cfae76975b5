import type { AmortizationScheduleRow, LoanRequest, LoanResult } from 'contract/loans.ts';
import type { z } from 'zod';
import { amortize } from './amortization.ts';

/** The loan as the wire shows it: cents become AUD, which a double holds exactly enough to print both decimals. */
export function calculateLoan(request: z.output<typeof LoanRequest>): LoanResult {
  const loan = amortize(
    {
      principalCents: request.total_loan_amount,
      durationMonths: request.duration_months,
      annualRateMillionths: request.annual_interest_rate,
      frequency: request.compounding_frequency,
    },
    scheduleRow,
  );
  return {
    input_total_loan_amount: request.total_loan_amount / 100,
    total_interest_paid: loan.totalInterestCents / 100,
    calculated_monthly_payment: loan.paymentCents / 100,
    total_payments_made: loan.totalPaymentsCents / 100,
    effective_monthly_rate_percent: loan.effectiveMonthlyRatePercent,
    total_interest_percentage_of_principal: loan.totalInterestPercent,
    amortization_schedule: loan.rows,
  };
}

function scheduleRow(
  period: number,
  paymentCents: number,
  principalCents: number,
  interestCents: number,
  balanceCents: number,
): AmortizationScheduleRow {
  return {
    period,
    payment_amount: paymentCents / 100,
    principal_paid: principalCents / 100,
    interest_paid: interestCents / 100,
    remaining_balance: balanceCents / 100,
  };
}
