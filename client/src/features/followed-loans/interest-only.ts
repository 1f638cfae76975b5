import type { FollowedLoanFields } from 'contract/followed-loans/followed-loan-fields.ts';
import { dayOf } from 'engine/statements/days.ts';

const payments = 3;
const mostDays = 35;

/** Whether each of the last payments is an interest charge of the month before it, and nobody has entered until when. */
export function seemsInterestOnly({ transactions, interest_only_until: until }: FollowedLoanFields): boolean {
  if (until) return false;
  const rows = transactions ?? [];
  const charges = rows.filter(({ kind }) => kind === 'interest');
  const last = rows
    .filter(({ kind, amount }) => (kind ?? 'other') === 'other' && Number(amount) < 0)
    .slice(-payments);
  return (
    last.length === payments &&
    last.every((payment) =>
      charges.some(({ date, amount }) => {
        const days = dayOf(payment.date) - dayOf(date);
        return days >= 0 && days <= mostDays && Number(amount) === -Number(payment.amount);
      }),
    )
  );
}
