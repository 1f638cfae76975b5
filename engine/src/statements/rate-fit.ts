/** The rates in hundredths of a percent at which a charge is explained. */
import { loanLimits } from 'contract/loans/loans.constants.ts';
import type { RoundingRule } from './conventions.ts';
import { interestCents, type RateScale } from './interest.ts';
import type { Period } from './periods.ts';

export const hundredths: RateScale = 1e4;
const highestRate = loanLimits.maxAnnualRatePercent * 100;

/** An unbroken range of rates. */
export interface RateRange {
  low: number;
  high: number;
}

/**
 * The rates at which the interest of the whole period is exactly what was charged, or null. More rate never means less
 * interest.
 */
export function fittingRates(period: Period, rule: RoundingRule, chargedCents: number): RateRange | null {
  const units = unitInterest(period);
  if (units === 0) return chargedCents === 0 ? { low: 0, high: highestRate } : null;
  // Rounding changes the interest by at most a cent for each amount that is rounded.
  const slack = roundedAmounts(period, rule);
  const low = Math.max(Math.ceil((chargedCents - slack) / units - margin), 0);
  const high = Math.min(Math.floor((chargedCents + slack) / units + margin), highestRate);
  // Most charges have no such rate, so nothing is prepared for the search before.
  return low > high ? null : searchRates(period, rule, chargedCents, { low, high });
}

function searchRates(
  period: Period,
  rule: RoundingRule,
  chargedCents: number,
  { low, high }: RateRange,
): RateRange | null {
  const interest = (rate: number) => interestCents(period, rule, hundredths, rate);
  const first = firstRate(low, high, (rate) => interest(rate) >= chargedCents);
  if (first > high || interest(first) !== chargedCents) return null;
  return { low: first, high: firstRate(first + 1, high, (rate) => interest(rate) > chargedCents) - 1 };
}

/** More than the error of the doubles. */
const margin = 1e-6;

/** How many amounts are rounded. */
export function roundedAmounts({ runs, firstDay, lastDay }: Period, { rounded_each }: RoundingRule): number {
  if (rounded_each === 'charge') return 1;
  return rounded_each === 'run' ? runs.length : lastDay + 1 - firstDay;
}

/** The first rate from `low` to `high` that passes, as all above it do; `high` + 1 if none passes. */
function firstRate(low: number, high: number, passes: (rate: number) => boolean): number {
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (passes(middle)) high = middle - 1;
    else low = middle + 1;
  }
  return low;
}

/** What two ranges have in common, or null. */
export function commonRates(a: RateRange, b: RateRange): RateRange | null {
  const [low, high] = [Math.max(a.low, b.low), Math.min(a.high, b.high)];
  return low <= high ? { low, high } : null;
}

/** The unrounded interest at the rate 1, in cents as a double. */
function unitInterest({ runs, yearDays }: Period): number {
  let sum = 0;
  for (const { balanceCents, days, weight } of runs) sum += balanceCents * days * weight;
  return sum / (yearDays * hundredths);
}
