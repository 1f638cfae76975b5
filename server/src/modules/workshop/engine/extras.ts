import type { ScenarioTerms } from './scenario-terms.ts';

/** What the borrower pays or holds beside the contract. */
export interface Extras {
  /** Extra payments and lump sums by period; at most 8·10¹⁵ cents. */
  paidCents: Float64Array;
  offset: ScenarioTerms['offset'];
}

export function extrasOf({ extraPayments, lumpSums, offset }: ScenarioTerms, periods: number): Extras {
  const paidCents = new Float64Array(periods + 2);
  for (const { amountCents, fromPeriod, toPeriod } of extraPayments) {
    paidCents[fromPeriod]! += amountCents;
    paidCents[toPeriod + 1]! -= amountCents;
  }
  for (let period = 1; period <= periods; period++) paidCents[period]! += paidCents[period - 1]!;
  for (const { period, amountCents } of lumpSums) paidCents[period]! += amountCents;
  return { paidCents, offset };
}

export function hasExtras({ extraPayments, lumpSums, offset }: ScenarioTerms): boolean {
  return (
    offset.balanceCents > 0 ||
    offset.depositPerPeriodCents > 0 ||
    extraPayments.some(({ amountCents }) => amountCents > 0) ||
    lumpSums.some(({ amountCents }) => amountCents > 0)
  );
}

/** What the offset account holds while the interest of a row accrues. */
export function offsetCents(
  { balanceCents, depositPerPeriodCents }: Extras['offset'],
  period: number,
): number {
  return balanceCents + (period - 1) * depositPerPeriodCents;
}
