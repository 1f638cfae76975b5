/** Interest in exact fractions, and the rates that give an amount, for the reference of the check of a statement. */
import type { Convention, Day } from './exact-account.ts';

function round(numerator: bigint, denominator: bigint, rounding: string): bigint {
  if (rounding === 'down') return numerator / denominator;
  return (2n * numerator + denominator) / (2n * denominator);
}

const whole = 100_000_000n;
export type RateOf = (day: number) => number;

/** Rates are in millionths of a percent. */
export function interest(
  days: readonly Day[],
  { rounded_each, rounding }: Convention,
  rateOf: RateOf,
): bigint {
  const rates = days.map(({ day }) => BigInt(rateOf(day)));
  if (rounded_each === 'day') {
    return days.reduce(
      (sum, { balance, year }, i) => sum + round(balance * rates[i]!, year * whole, rounding),
      0n,
    );
  }
  let total = 0n;
  let [numerator, denominator] = [0n, 1n];
  for (const [i, { balance, year }] of days.entries()) {
    const before = days[i - 1];
    const isSame = before?.balance === balance && before.year === year && rates[i - 1] === rates[i];
    if (rounded_each === 'run' && i > 0 && !isSame) {
      total += round(numerator, denominator, rounding);
      [numerator, denominator] = [0n, 1n];
    }
    const divisor = year * whole;
    if (denominator === divisor) numerator += balance * rates[i]!;
    else {
      numerator = numerator * divisor + balance * rates[i]! * denominator;
      denominator *= divisor;
    }
  }
  return total + round(numerator, denominator, rounding);
}

export const stepRate =
  (steps: { day: number; rate: number }[]): RateOf =>
  (day) =>
    (steps.findLast((step) => step.day <= day) ?? steps[0]!).rate;

export const meet = (
  a: [number, number] | null | undefined,
  b: [number, number] | null | undefined,
): [number, number] | null => {
  if (!a || !b) return null;
  const both: [number, number] = [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
  return both[0] <= both[1] ? both : null;
};

export const floor = (n: bigint, d: bigint) => (n < 0n && n % d !== 0n ? n / d - 1n : n / d);
export const asPercent = (rate: number | null) => (rate === null ? null : rate / 100);

export const hundredth = 10_000;

/** The hundredths of a percent at which the interest is what was charged, or null. */
export function fit(days: Day[], c: Convention, charged: number): [number, number] | null {
  const at = (rate: number) => interest(days, c, () => rate * hundredth);
  const target = BigInt(charged);
  const owedDays = days.reduce((sum, { balance }) => sum + balance, 0n);
  const near = owedDays === 0n ? 0 : Math.min(Number((target * 3_650_000n) / owedDays), 3_000);
  /** Searches from a rate near the answer with growing steps, then by halves. */
  const lowest = (test: (rate: number) => boolean) => {
    let [low, high] = [0, 3_001];
    for (let reach = 1; reach < 4_096; reach *= 4) {
      const [from, to] = [Math.max(near - reach, 0), Math.min(near + reach, 3_001)];
      if ((from > 0 && test(from)) || (to < 3_001 && !test(to))) continue;
      [low, high] = [from, to];
      break;
    }
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (test(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const low = lowest((rate) => at(rate) >= target);
  if (low > 3_000 || at(low) !== target) return null;
  return [low, lowest((rate) => at(rate) > target) - 1];
}
