/** Days on which a regular repayment was overdue: a lender may charge default interest on it, with the interest of the month. */
import type { StatementResult } from 'contract/statements/statements.ts';
import { daysBetween, fewestCharges } from './charge-rhythm.ts';
import { plainText } from './kinds.ts';
import type { LoanRow } from './read-account-files.ts';

interface Overdue {
  cents: number;
  days: number;
}

/** Percentage points a year, more than contracts add for what is overdue. */
const defaultPercent = 5;
/** The lengths of months. */
const [shortest, longest] = [28, 31];

type Charge = StatementResult['rows'][number];

/** Whether a charge is higher by no more than default interest on repayments that came late or are missing. */
export function mayHoldDefaultInterest(charge: Charge, rows: readonly LoanRow[]): boolean {
  const { from, to, difference } = charge;
  if (from === null || to === null || difference === null || difference <= 0) return false;
  const cents = overdueIn(from, to, rows).reduce((sum, each) => sum + each.cents * each.days, 0);
  return 100 * difference <= (cents * defaultPercent) / 36_500 + 1;
}

/** What was overdue in a period. */
function overdueIn(from: string, to: string, rows: readonly LoanRow[]): Overdue[] {
  const end = rows.at(-1)?.date ?? to;
  return repaymentsOf(rows).flatMap((repayments) => {
    const gaps = repayments.slice(1).map(({ date }, index) => daysBetween(repayments[index]!.date, date));
    const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1]!;
    const isMonthly = usual >= shortest && usual <= longest;
    return repayments.flatMap(({ date, size }, index): Overdue[] => {
      const next = repayments[index + 1]?.date;
      const gap = daysBetween(date, next ?? end);
      if (gap <= (isMonthly ? longest : usual)) return [];
      // What was left out, and not only late, stays overdue.
      const isPaid = next !== undefined && 2 * gap < 3 * usual;
      const first = Math.max(isMonthly ? shortest : usual, daysBetween(date, from));
      const last = Math.min(isPaid ? gap : Infinity, daysBetween(date, to) + 1);
      return last > first ? [{ cents: size, days: last - first }] : [];
    });
  });
}

/** The rows of the same words and of about the same size by which the loan is repaid regularly. */
function repaymentsOf(rows: readonly LoanRow[]): LoanRow[][] {
  const byText = new Map<string, LoanRow[]>();
  for (const row of rows) {
    if (row.kind !== 'other' || (row.cents ?? 0) >= 0) continue;
    const text = plainText(row.texts);
    const ofText = byText.get(text);
    if (ofText) ofText.push(row);
    else byText.set(text, [row]);
  }
  return [...byText.values()].flatMap((ofText) => {
    const usual = ofText.map(({ size }) => size).toSorted((a, b) => a - b)[ofText.length >> 1]!;
    const regular = ofText.filter(({ size }) => 2 * size >= usual && 2 * size <= 3 * usual);
    return regular.length >= fewestCharges ? [regular] : [];
  });
}
