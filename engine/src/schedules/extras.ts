import type { ScenarioTerms } from './scenario-terms.ts';

/** Extra payments and the offset account. */
export interface Extras {
  /** Extra payments and lump sums by period, at most 8·10¹⁵ cents. Undefined if there are none. */
  paidCents: Float64Array | undefined;
  /** Undefined if its balance is always 0. */
  offset: ScenarioTerms['offset'] | undefined;
}

export const noExtras: Extras = { paidCents: undefined, offset: undefined };

export function extrasOf({ extraPayments, lumpSums, offset }: ScenarioTerms, periods: number): Extras {
  const hasPayments = [...extraPayments, ...lumpSums].some(({ amountCents }) => amountCents > 0);
  const hasOffset = offset.balanceCents > 0 || offset.depositPerPeriodCents > 0;
  return {
    paidCents: hasPayments ? paidByPeriod(extraPayments, lumpSums, periods) : undefined,
    offset: hasOffset ? offset : undefined,
  };
}

export function hasExtras({ paidCents, offset }: Extras): boolean {
  return paidCents !== undefined || offset !== undefined;
}

function paidByPeriod(
  extraPayments: ScenarioTerms['extraPayments'],
  lumpSums: ScenarioTerms['lumpSums'],
  periods: number,
): Float64Array {
  const paidCents = new Float64Array(periods + 2);
  for (const { amountCents, fromPeriod, toPeriod } of extraPayments) {
    paidCents[fromPeriod]! += amountCents;
    paidCents[toPeriod + 1]! -= amountCents;
  }
  for (let period = 1; period <= periods; period++) paidCents[period]! += paidCents[period - 1]!;
  for (const { period, amountCents } of lumpSums) paidCents[period]! += amountCents;
  return paidCents;
}

/** The balance of the offset account while the interest of a row accrues. */
export function offsetCents(
  { balanceCents, depositPerPeriodCents }: ScenarioTerms['offset'],
  period: number,
): number {
  return balanceCents + (period - 1) * depositPerPeriodCents;
}
