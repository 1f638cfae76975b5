/**
 * Corrections of interest on the day of another charge, and interest that is charged again. A check takes all interest of a
 * day with a correction as the correction of the charge before; here what is corrected moves to that charge, so that the
 * regular charge of the day stays one of its own.
 */
import type { StatementCharge as Charge } from 'contract/statements/statements.ts';
import { groupBy } from 'engine/group-by.ts';
import { daysBetween, isMonthOrMore, rechargeDays } from './charge-rhythm.ts';
import type { LoanRow } from './read-account-files.ts';

export function withCorrections(rows: readonly LoanRow[]): LoanRow[] {
  /** By the index of a charge, what later rows correct of it. */
  const corrected = new Map<number, number>();
  /** The indexes of the rows that correct a charge before. */
  const moved = new Set<number>();
  let charge: number | null = null;
  /** The day on which most of the charge was taken back. */
  let reversed: string | null = null;
  for (const ofDay of interestDays(rows).values()) {
    const last: LoanRow | null = charge === null ? null : rows[charge]!;
    const { date } = rows[ofDay[0]]!;
    const isDue: boolean = last === null || isMonthOrMore(last.date, date);
    const hasNegative = ofDay.some((index) => rows[index]!.cents! < 0);
    const isRecharge: boolean =
      !hasNegative && !isDue && reversed !== null && daysBetween(reversed, date) <= rechargeDays;
    const regular: readonly number[] = isRecharge
      ? []
      : isDue
        ? regularRows(rows, ofDay, last)
        : hasNegative
          ? []
          : ofDay;
    const corrections = ofDay.filter((index) => !regular.includes(index));
    // Without a regular charge, the check takes a day with a correction so by itself.
    if (charge !== null && corrections.length > 0 && (isRecharge || regular.length > 0)) {
      const sum = corrections.reduce((total, index) => total + rows[index]!.cents!, 0);
      corrected.set(charge, (corrected.get(charge) ?? 0) + sum);
      for (const index of corrections) moved.add(index);
    }
    if (hasNegative && last !== null && ofDay.some((index) => isReversal(rows[index]!, last)))
      reversed = date;
    if (regular.length > 0) [charge, reversed] = [regular.at(-1)!, null];
  }
  return rows.flatMap((row, index): LoanRow[] => {
    if (moved.has(index)) return [{ ...row, kind: 'other', isCorrected: true }];
    const sum = corrected.get(index) ?? 0;
    if (sum === 0) return [row];
    return [
      { ...row, cents: (row.cents ?? 0) + sum, balance: null, isCorrected: true },
      { ...row, cents: 0 - sum, kind: 'other', isCorrected: true },
    ];
  });
}

/** Whether a row takes back most of a charge, so that it is charged again. */
const isReversal = ({ cents, size }: LoanRow, charge: LoanRow): boolean =>
  (cents ?? 0) < 0 && 2 * size >= charge.size;

/** The indexes of the interest rows of each day. */
const interestDays = (rows: readonly LoanRow[]) =>
  groupBy(
    rows.flatMap(({ kind, cents }, index) => (kind === 'interest' && cents !== null ? index : [])),
    (index) => rows[index]!.date,
  );

/** Those of a day that are its regular charge: what adds to the debt, and is not charged again after a reversal. */
function regularRows(
  rows: readonly LoanRow[],
  ofDay: readonly number[],
  charge: LoanRow | null,
): readonly number[] {
  const adding = ofDay.filter((index) => rows[index]!.cents! >= 0);
  const reversal = ofDay.find((index) => charge && isReversal(rows[index]!, charge));
  if (reversal === undefined || adding.length < 2) return adding;
  const again = adding.find((index) => index > reversal) ?? adding.at(-1)!;
  return adding.filter((index) => index !== again);
}

/** Which charge a correction is for, only the bank knows. */
export const isCorrected = ({ adjustment, date }: Charge, rows: readonly LoanRow[]): boolean =>
  adjustment !== 0 || rows.some((row) => row.isCorrected && row.date === date);
