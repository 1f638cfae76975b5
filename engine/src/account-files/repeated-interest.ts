/** Rows that may be a charge once more: they have words of interest and its amount, but are not counted as interest. */
import type { StatementCharge } from 'contract/statements/statements.ts';
import { daysBetween, rechargeDays } from './charge-rhythm.ts';
import { bankRefundIn } from './kinds.ts';
import type { LoanRow } from './read-account-files.ts';

const mostDays = 7;

export interface RepeatedInterest {
  /** The number of the row, from 1. */
  row: number;
  date: string;
  cents: number;
}

export const repeatedInterest = (
  rows: readonly LoanRow[],
  charges: readonly Pick<StatementCharge, 'date' | 'charged'>[],
): RepeatedInterest[] =>
  rows.flatMap(({ kind, cents, size, date, interest, isCorrected }, index) => {
    const mayBeInterest = kind === 'other' && interest !== null && (cents ?? 0) > 0 && !isCorrected;
    if (!mayBeInterest) return [];
    const isRepeat = charges.some(
      (charge) =>
        Math.round(100 * charge.charged) === size && Math.abs(daysBetween(charge.date, date)) <= mostDays,
    );
    if (!isRepeat) return [];
    const isRecharge = rows.some(
      (row) =>
        row.size === size &&
        (row.cents ?? 0) < 0 &&
        bankRefundIn(row.texts, false) !== null &&
        Math.abs(daysBetween(row.date, date)) <= rechargeDays,
    );
    return isRecharge ? [] : [{ row: index + 1, date, cents: size }];
  });
