/** Whether a bank has put a charge right by rows without words of interest. */
import type { StatementResult } from 'contract/statements/statements.ts';
import { correctionDays, daysBetween, fewestCharges } from './charge-rhythm.ts';

interface Row {
  date: string;
  cents: number | null;
}

interface Part {
  row: Row;
  size: number;
  days: number;
}

/** A charge may be put right by two rows within a week, with interest on it up to this yearly rate. */
const [weekDays, highestRate] = [7, 0.15];

/** By one or two rows that are not repeated as repayments are. */
export function isPutRight(
  { date, difference }: Pick<StatementResult['rows'][number], 'date' | 'difference'>,
  rows: readonly Row[],
): boolean {
  const least = Math.round(100 * Math.abs(difference ?? 0));
  const sign = (difference ?? 0) > 0 ? -1 : 1;
  const isWhole = (cents: number, days: number) =>
    cents >= least && cents <= least * (1 + (highestRate * days) / 365) + 1;
  const parts: Part[] = [];
  for (const row of rows) {
    const size = sign * (row.cents ?? 0);
    const days = size > 0 && row.date >= date ? daysBetween(date, row.date) : Infinity;
    if (days > correctionDays) continue;
    const isRest = (part: Part) =>
      days - part.days <= weekDays && isWhole(size + part.size, days) && !isRegular(part.row, rows);
    if ((isWhole(size, days) || parts.some(isRest)) && !isRegular(row, rows)) return true;
    parts.push({ row, size, days });
  }
  return false;
}

const isRegular = ({ cents }: Row, rows: readonly Row[]): boolean =>
  rows.filter((row) => row.cents === cents).length >= fewestCharges;
