/** Whether another rate on some days of a period explains what was charged: a rate may change and change back within it. */
import type { RoundingRule } from './conventions.ts';
import { roundedAmounts } from './rate-fit.ts';
import type { Period } from './periods.ts';

/** In hundredths of a percent: what no rate of a loan changes by for some days. */
const widestChange = 200;
/**
 * In hundredths of a percent: rates change by multiples of it. With any hundredth, a rate of some days would explain most charges,
 * right or wrong.
 */
const changeStep = 5;
/** In longer periods any charge has such a rate. */
const mostDays = 190;
/** More than the error of the doubles. */
const margin = 1e-6;

/** `percent` is the rate on all days of the period. */
export function hasTemporaryRate(
  period: Period,
  percent: number,
  rule: RoundingRule,
  chargedCents: number,
): boolean {
  const days = unitsOfDays(period);
  if (days.length > mostDays) return true;
  const slack = (roundedAmounts(period, rule) + (rule.rounded_each === 'run' ? 2 : 0)) / 2 + margin;
  const expected = 100 * percent * days.reduce((sum, each) => sum + each, 0);
  const missing = chargedCents - expected + (rule.rounding === 'down' ? slack : 0);
  const [lowest, highest] = [Math.max(-widestChange, -100 * percent), widestChange];
  for (const first of days.keys()) {
    let units = 0;
    for (const each of days.slice(first)) {
      units += each;
      const [low, high] = [(missing - slack) / units, (missing + slack) / units];
      const change = changeStep * Math.ceil(Math.max(low, lowest) / changeStep);
      if (change <= Math.min(high, highest)) return true;
    }
  }
  return false;
}

/** The unrounded interest of each day at a hundredth of a percent, in cents, for the days with any. */
const unitsOfDays = ({ runs, yearDays }: Period): number[] =>
  runs.flatMap(({ balanceCents, days, weight }) =>
    balanceCents > 0 ? Array.from({ length: days }, () => (balanceCents * weight) / (yearDays * 10_000)) : [],
  );
