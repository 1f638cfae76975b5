import type { LoanResult } from 'contract/loans/loans.ts';
import type { ScheduleRow } from './schedule/schedule-years.ts';
import { formatAud } from '#parts/format/format.ts';

/** Why the last payment differs; undefined if it does not. */
export function finalPaymentReason(
  result: Pick<LoanResult, 'calculated_monthly_payment'> & { amortization_schedule: ScheduleRow[] },
): string | undefined {
  const last = result.amortization_schedule.at(-1);
  if (!last) return undefined;
  const cents = Math.round(100 * last.payment_amount) - Math.round(100 * result.calculated_monthly_payment);
  if (cents === 0) return undefined;
  const difference = formatAud(Math.abs(cents) / 100);
  const than = `${difference} ${cents > 0 ? 'more' : 'less'} than the first one`;
  // Only the rows of a scenario have this field. Their last payment differs by more than rounding.
  if (last.extra_paid !== undefined)
    return `${than}: the last payment is exactly the balance that the options leave.`;
  return `${than}: every payment and its interest are whole cents, and the last payment is exactly the balance that is left.`;
}
