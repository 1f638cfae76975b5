import type { ScenarioTerms } from './scenario-terms.ts';
import type { ScheduleRow } from './schedule.ts';

export interface Year {
  year: number;
  paymentCents: number;
  principalCents: number;
  interestCents: number;
  /** The upfront fee is in year 1. */
  feesCents: number;
  /** At the end of the year. */
  balanceCents: number;
}

/** The rows of each year added up. */
export function yearlyTotals(
  rows: readonly ScheduleRow[],
  periodsPerYear: number,
  fees: ScenarioTerms['fees'],
): Year[] {
  const years: Year[] = [];
  for (let first = 0; first < rows.length; first += periodsPerYear) {
    const end = Math.min(first + periodsPerYear, rows.length);
    const total: Year = {
      year: years.length + 1,
      paymentCents: 0,
      principalCents: 0,
      interestCents: 0,
      feesCents: (end - first) * fees.perPeriodCents + (first === 0 ? fees.upfrontCents : 0),
      balanceCents: rows[end - 1]!.balanceCents,
    };
    for (let index = first; index < end; index++) {
      const row = rows[index]!;
      total.paymentCents += row.paymentCents;
      total.principalCents += row.principalCents;
      total.interestCents += row.interestCents;
    }
    years.push(total);
  }
  return years;
}
