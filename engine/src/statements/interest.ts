/** The interest of a period to the cent, decided in integers. */
import type { RoundingRule } from './conventions.ts';
import type { Period, Run } from './periods.ts';

/** The units of a rate of 100 %: rates are in hundredths or in millionths of a percent. */
export type RateScale = 1e4 | 1e8;
export const millionths: RateScale = 1e8;

type Rounding = Pick<RoundingRule, 'rounding'>;

/** x·y ÷ z of non-negative integers, rounded exactly. */
function roundedQuotient(x: number, y: number, z: number, { rounding }: Rounding): number {
  const product = x * y;
  if (product > Number.MAX_SAFE_INTEGER) return roundedDivision(BigInt(x) * BigInt(y), z, { rounding });
  const rest = product % z;
  return (product - rest) / z + (rounding === 'half_up' && 2 * rest >= z ? 1 : 0);
}

export function roundedDivision(numerator: bigint, divisor: number, { rounding }: Rounding): number {
  const denominator = BigInt(divisor);
  if (rounding === 'down') return Number(numerator / denominator);
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/** With `rate`, all days have this one instead of those of the runs. */
export function interestCents(period: Period, rule: RoundingRule, scale: RateScale, rate?: number): number {
  const divisor = divisorOf(period, scale);
  if (rule.rounded_each === 'charge') return roundedSum(period.runs, divisor, rule, rate);
  let cents = 0;
  for (const run of period.runs) cents += partCents(run, run.days, rate ?? run.rate, divisor, rule);
  return cents;
}

/** The number by which the units of the interest are divided. */
export const divisorOf = ({ yearDays }: Period, scale: RateScale): number => yearDays * scale;

/** The interest of some days of a run, where each run or day is rounded. */
export function partCents(
  { balanceCents, weight }: Run,
  days: number,
  rate: number,
  divisor: number,
  rule: RoundingRule,
): number {
  return rule.rounded_each === 'run'
    ? roundedQuotient(balanceCents, rate * weight * days, divisor, rule)
    : days * roundedQuotient(balanceCents, rate * weight, divisor, rule);
}

/** The interest of some days of a run in units, before it is divided and rounded. */
export const partUnits = ({ balanceCents, weight }: Run, days: number, rate: number): bigint =>
  BigInt(balanceCents) * BigInt(rate * weight * days);

function roundedSum(runs: readonly Run[], divisor: number, rule: RoundingRule, rate?: number): number {
  let units = 0;
  for (const run of runs) units += run.balanceCents * ((rate ?? run.rate) * run.weight * run.days);
  if (units <= Number.MAX_SAFE_INTEGER) return roundedQuotient(units, 1, divisor, rule);
  const exactUnits = runs.reduce((sum, run) => sum + partUnits(run, run.days, rate ?? run.rate), 0n);
  return roundedDivision(exactUnits, divisor, rule);
}
