import { loanLimits } from 'contract/loans/loans.constants.ts';
import type { LoanRequest } from 'contract/loans/loans.ts';
import { loanOf } from 'engine/calculators/loan.ts';
import type { Schedule } from 'engine/schedules/schedule.ts';

/** Integer cents as the JSON text of the number of dollars. */
function aud(cents: number): string {
  // Integers of 32 bits are divided and written at a fraction of the cost of doubles.
  const small = cents | 0;
  if (small === cents && small >= 0) {
    const rest = small % 100;
    return `${(small - rest) / 100}${decimals[rest]}`;
  }
  if (cents < 0) return `-${aud(-cents)}`;
  const rest = cents % 100;
  return `${(cents - rest) / 100}${decimals[rest]}`;
}

/** The decimals of an amount: '' for 0, '.05' for 5, '.5' for 50 cents. */
const decimals = Array.from({ length: 100 }, (_, cents) => String(cents / 100).slice(1));

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
