import type { LoanRequest } from 'contract/loans/loans.ts';
import type { z } from 'zod';
import { aud } from '#domain/finance/written-amounts.ts';
import { amortize, type MakeRow } from './amortization.ts';

/**
 * The loan as the JSON text of `LoanResult`, written row by row. A serializer would convert each amount from a double
 * to its shortest digits, which costs more than computing and sending the whole schedule.
 */
export function calculateLoan(request: z.output<typeof LoanRequest>): string {
  const loan = amortize(
    {
      principalCents: request.total_loan_amount,
      durationMonths: request.duration_months,
      annualRateMillionths: request.annual_interest_rate,
      frequency: request.compounding_frequency,
    },
    rowWriter(),
  );
  return (
    `{"input_total_loan_amount":${aud(request.total_loan_amount)}` +
    `,"total_interest_paid":${aud(loan.totalInterestCents)}` +
    `,"calculated_monthly_payment":${aud(loan.paymentCents)}` +
    `,"total_payments_made":${aud(loan.totalPaymentsCents)}` +
    `,"effective_monthly_rate_percent":${loan.effectiveMonthlyRatePercent}` +
    `,"total_interest_percentage_of_principal":${loan.totalInterestPercent}` +
    `,"amortization_schedule":[${loan.rows.join(',')}]}`
  );
}

function rowWriter(): MakeRow<string> {
  // Equal in nearly every row.
  let payment = { cents: 0, text: '0' };
  return (period, paymentCents, principalCents, interestCents, balanceCents) => {
    if (paymentCents !== payment.cents) payment = { cents: paymentCents, text: aud(paymentCents) };
    return (
      `{"period":${period},"payment_amount":${payment.text},"principal_paid":${aud(principalCents)}` +
      `,"interest_paid":${aud(interestCents)},"remaining_balance":${aud(balanceCents)}}`
    );
  };
}
