import type { ScenarioTerms } from './scenario-terms.ts';
import type { Schedule } from './schedule.ts';

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
  { length, paymentCents, interestCents, balanceCents }: Schedule,
  periodsPerYear: number,
  fees: ScenarioTerms['fees'],
): Year[] {
  const years: Year[] = [];
  for (let first = 0; first < length; first += periodsPerYear) {
    const end = Math.min(first + periodsPerYear, length);
    const paidCents = sum(paymentCents, first, end);
    const ofInterestCents = sum(interestCents, first, end);
    years.push({
      year: years.length + 1,
      paymentCents: paidCents,
      principalCents: paidCents - ofInterestCents,
      interestCents: ofInterestCents,
      feesCents: (end - first) * fees.perPeriodCents + (first === 0 ? fees.upfrontCents : 0),
      balanceCents: balanceCents[end - 1]!,
    });
  }
  return years;
}

function sum(values: Float64Array, from: number, end: number): number {
  let total = 0;
  for (let index = from; index < end; index++) total += values[index]!;
  return total;
}
