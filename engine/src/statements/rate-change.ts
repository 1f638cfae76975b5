/** Finds the day on which a rate changed within a period. */
import type { RoundingRule } from './conventions.ts';
import { divisorOf, partCents, partUnits, type RateScale, roundedDivision } from './interest.ts';
import type { Period, Run } from './periods.ts';

interface Change {
  /** The new rate. Before it, the rates of the runs hold. */
  after: number;
  /** The days on which it may have begun. The last one may be the day after the period. */
  fromDay: number;
  toDay: number;
}

/** The earliest day of the change that gives what was charged, or null. */
export function rateChangeDay(
  period: Period,
  { after, fromDay, toDay }: Change,
  rule: RoundingRule,
  scale: RateScale,
  chargedCents: number,
): number | null {
  const divisor = divisorOf(period, scale);
  const isSum = rule.rounded_each === 'charge';
  const amountOf = (run: Run, rate: number) =>
    isSum ? partUnits(run, run.days, rate) : BigInt(partCents(run, run.days, rate, divisor, rule));
  const totalOf = (amount: bigint) => (isSum ? roundedDivision(amount, divisor, rule) : Number(amount));

  let before = 0n;
  let later = period.runs.reduce((sum, run) => sum + amountOf(run, after), 0n);
  for (const run of period.runs) {
    later -= amountOf(run, after);
    const others = before + later;
    const otherCents = Number(others);
    const total = isSum
      ? (days: number) =>
          totalOf(others + partUnits(run, days, run.rate) + partUnits(run, run.days - days, after))
      : (days: number) =>
          otherCents +
          partCents(run, days, run.rate, divisor, rule) +
          partCents(run, run.days - days, after, divisor, rule);
    const first = Math.max(fromDay - run.firstDay, 0);
    const last = Math.min(toDay - run.firstDay, run.days - 1);
    const sign = run.rate < after ? -1 : 1;
    const slack = rule.rounded_each === 'run' ? splitSlack : 0;
    const days = firstEqual((each) => sign * total(each), sign * chargedCents, first, last, slack);
    if (days !== null) return run.firstDay + days;
    before += amountOf(run, run.rate);
  }
  return toDay > period.lastDay && totalOf(before) === chargedCents ? toDay : null;
}

/** Where a run is split, the sum of its rounded parts may fall by less than this while the unrounded sum rises. */
const splitSlack = 2;

/** The first value from `low` to `high` with the result. Results rise, and never fall below an earlier one by `slack`. */
function firstEqual(
  resultOf: (value: number) => number,
  result: number,
  low: number,
  high: number,
  slack: number,
): number | null {
  let [first, last] = [low, high];
  while (first <= last) {
    const middle = (first + last) >> 1;
    if (resultOf(middle) >= result - slack) last = middle - 1;
    else first = middle + 1;
  }
  for (let value = first; value <= high; value++) {
    const each = resultOf(value);
    if (each === result) return value;
    if (each > result + slack) return null;
  }
  return null;
}
