/** Whether a charge differs by no more than another rounding gives: banks round by ways that no statement tells. */
import type { Convention } from 'contract/statements/statements.constants.ts';
import type { StatementResult } from 'contract/statements/statements.ts';

type Charge = StatementResult['rows'][number];

/** In cents, besides one of each amount that is rounded: a bank may add what it cut off before to the next charge. */
const ofCharge = 1;

export function isRoundingDifference(charge: Charge, convention: Convention | null): boolean {
  const { cause, difference } = charge;
  if (cause === 'other_rounding') return true;
  if (difference === null || convention === null) return false;
  return Math.round(Math.abs(100 * difference)) <= ofCharge + roundedParts(charge, convention);
}

/** How many amounts are rounded. */
function roundedParts({ runs, days }: Charge, { rounded_each }: Convention): number {
  if (rounded_each === 'charge') return 1;
  return rounded_each === 'run' ? runs.length : (days ?? 1);
}
