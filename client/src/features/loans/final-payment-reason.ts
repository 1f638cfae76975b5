import type { LoanResult } from 'contract/loans.ts';
import { formatAud } from '#parts/format.ts';

/** Why the last payment is not like the others; nothing where it is. */
export function finalPaymentReason(result: LoanResult): string | undefined {
  const last = result.amortization_schedule.at(-1);
  if (!last) return undefined;
  const cents = Math.round(100 * last.payment_amount) - Math.round(100 * result.calculated_monthly_payment);
  if (cents === 0) return undefined;
  const difference = formatAud(Math.abs(cents) / 100);
  return `${difference} ${cents > 0 ? 'more' : 'less'} than the regular one: every payment and its interest are whole cents, and the last pays exactly what is left.`;
}
