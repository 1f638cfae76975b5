import { loanLimits } from 'contract/loans/loans.constants.ts';
import type { LoanRequest } from 'contract/loans/loans.ts';
import { loanOf } from 'engine/calculators/loan.ts';
import type { Schedule } from 'engine/schedules/schedule.ts';
import { aud } from '#domain/finance/written-amounts.ts';

/**
 * The loan as the JSON text of `LoanResult`, written row by row. A serializer would convert each amount from a double
 * to its shortest digits, which costs more than computing and sending the whole schedule.
 */
export function loanJson(request: LoanRequest): string {
  const principalCents = request.total_loan_amount;
  const { schedule, effectiveMonthlyRatePercent, totalInterestPercent } = loanOf(request);
  return (
    `{"input_total_loan_amount":${aud(principalCents)}` +
    `,"total_interest_paid":${aud(schedule.totalInterestCents)}` +
    `,"calculated_monthly_payment":${aud(schedule.regularPaymentCents)}` +
    `,"total_payments_made":${aud(principalCents + schedule.totalInterestCents)}` +
    `,"effective_monthly_rate_percent":${effectiveMonthlyRatePercent}` +
    `,"total_interest_percentage_of_principal":${totalInterestPercent}` +
    `,"amortization_schedule":[${writeRows(schedule)}]}`
  );
}

function writeRows({ length, paymentCents, balanceCents }: Schedule): string {
  const rows: string[] = [];
  // Equal in nearly every row.
  let payment = { cents: NaN, text: '' };
  for (let period = 1; period <= length; period++) {
    const cents = paymentCents[period]!;
    const principalCents = balanceCents[period - 1]! - balanceCents[period]!;
    if (cents !== payment.cents) payment = { cents, text: `${aud(cents)},"principal_paid":` };
    rows.push(
      `${rowStarts[period]}${payment.text}${aud(principalCents)},"interest_paid":${aud(cents - principalCents)}` +
        `,"remaining_balance":${aud(balanceCents[period]!)}}`,
    );
  }
  return rows.join(',');
}

const rowStarts = Array.from(
  { length: loanLimits.maxDurationMonths + 1 },
  (_, period) => `{"period":${period},"payment_amount":`,
);
