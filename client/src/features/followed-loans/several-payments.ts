import type { FollowedLoanFields } from 'contract/followed-loans/followed-loan-fields.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import { dayOf, monthsAfter } from 'engine/statements/days.ts';

export const paymentsOfMonth = { monthly: 1, fortnightly: 26 / 12, weekly: 52 / 12 };

export interface SeveralPayments {
  /** A month. */
  all: number;
  regular: number;
}

/** Whole months, so that monthly payments are in each of them once. */
const monthCounts = [3, 2];
const clearlyMore = 1.2;

/**
 * What is paid again and again by the latest rows, where it is clearly more than the payment that the calculation takes. A single
 * extra repayment does not count.
 */
function severalPayments(
  { transactions, interest_only_until: interestOnly }: FollowedLoanFields,
  { as_of, payment }: Pick<FollowedLoanResult, 'as_of' | 'payment'>,
): SeveralPayments | null {
  const rows = transactions ?? [];
  const first = rows[0]?.date;
  if (first === undefined || payment?.source !== 'rows' || (interestOnly ?? '') > as_of) return null;
  const today = dayOf(as_of);
  const months = monthCounts.find((count) => dayOf(first) <= monthsAfter(today, -count));
  if (months === undefined) return null;
  const start = monthsAfter(today, -months);
  const byDay = new Map<string, number>();
  for (const { date, amount, kind } of rows) {
    if ((kind ?? 'other') !== 'other' || Number(amount) >= 0 || dayOf(date) <= start) continue;
    byDay.set(date, (byDay.get(date) ?? 0) - Number(amount));
  }
  const paid = [...byDay.values()];
  const isRepeated = (amount: number, index: number) =>
    paid.some((other, at) => at !== index && Math.abs(other - amount) <= 0.15 * amount);
  const all = paid.filter(isRepeated).reduce((sum, amount) => sum + amount, 0) / months;
  const regular = payment.amount * paymentsOfMonth[payment.frequency];
  return all > clearlyMore * regular ? { all, regular } : null;
}

/** The figures that are sure: no end is where more is paid than the calculation takes. */
export function knownFigures(input: FollowedLoanFields, computed: FollowedLoanResult) {
  const several = severalPayments(input, computed);
  return { several, figures: several ? withoutEnd(computed) : computed };
}

const withoutEnd = (figures: FollowedLoanResult): FollowedLoanResult => ({
  ...figures,
  projection: {
    ...figures.projection,
    end_date: null,
    end_reason: 'payment_unknown',
    interest_to_end: null,
    final_payment: null,
  },
  gained: { ...figures.gained, plan_days: null, month_days: null },
  months: figures.months.map((month) => ({ ...month, expected: null })),
});
