import type { AmortizationScheduleRow } from 'contract/loans/loans.ts';
import type { ScenarioRow } from 'contract/scenarios/scenarios.ts';

/** A row of the calculator or, with more fields, of a scenario. */
export type ScheduleRow = AmortizationScheduleRow & Partial<Omit<ScenarioRow, keyof AmortizationScheduleRow>>;

export interface ScheduleYear {
  year: number;
  rows: ScheduleRow[];
  payment: number;
  principal: number;
  interest: number;
  /** Owed at the end of the year. */
  balance: number;
}

export function yearsOf(rows: readonly ScheduleRow[], periodsPerYear: number): ScheduleYear[] {
  return Array.from({ length: Math.ceil(rows.length / periodsPerYear) }, (_, index) => {
    const ofYear = rows.slice(index * periodsPerYear, (index + 1) * periodsPerYear);
    return {
      year: index + 1,
      rows: ofYear,
      payment: sumOf(ofYear, 'payment_amount'),
      principal: sumOf(ofYear, 'principal_paid'),
      interest: sumOf(ofYear, 'interest_paid'),
      balance: ofYear.at(-1)?.remaining_balance ?? 0,
    };
  });
}

/** The sum, computed in whole cents. */
export function sumOf(
  rows: readonly ScheduleRow[],
  figure: 'payment_amount' | 'principal_paid' | 'interest_paid' | 'extra_paid',
): number {
  return rows.reduce((cents, row) => cents + Math.round((row[figure] ?? 0) * 100), 0) / 100;
}
