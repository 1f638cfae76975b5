/**
 * The rate r of one of m periods a year: with R the annual rate as a fraction, R/m (monthly compounding),
 * (1 + R/365)^(365/m) − 1 (daily) or (1 + R)^(1/m) − 1 (yearly). Annual rates are in millionths of a percent, up to
 * 40 %; r and g = 1 + r are fractions.
 *
 * Errors of the doubles follow from IEEE 754 alone (at most u = 2⁻⁵³ for each of + − × ÷; no logarithm or power of
 * Math is trusted):
 * - `compound`: for x̂ near x let λ = |x̂ − x| / (1 + x). Composing adds the operands' λ and 2u·x/(1 + x) of its own,
 *   so k periods by squaring give a relative error ≤ A·(δ + 2u·log₂k) + 2u·(ones in k − 1), where δ is the
 *   argument's relative error and A = k·ln g / (1 − g⁻ᵏ).
 * - r: the year's rate carries at most 32u (daily: δ = u, k = 365, A < 1.22), evaluating a root's year 18u, the last
 *   Newton step 2u. Newton converges quadratically: the start is less than 23 % above the root, and e ← 0.2·e² leaves
 *   10⁻²⁰ after four steps. In all 52u < 2⁻⁴⁷ = 64u, with room for a product and a sum.
 */
import type { CompoundingFrequency } from 'contract/loans/loans.constants.ts';
import { fractionBits, nthRoot, one, power } from './fixed-point.ts';

/** Bounds the relative error of `periodRate` and of its product with an integer. */
export const periodRateError = 2 ** -47;

export function periodRate(
  annualRateMillionths: number,
  frequency: CompoundingFrequency,
  periodsPerYear: number,
): number {
  if (frequency === 'monthly') return annualRateMillionths / (1e8 * periodsPerYear);
  const yearRate =
    frequency === 'yearly' ? annualRateMillionths / 1e8 : compound(annualRateMillionths / 3.65e10, 365);
  let rate = yearRate / periodsPerYear;
  for (let step = 1; step <= 4; step++) {
    const year = compound(rate, periodsPerYear);
    rate -= ((year - yearRate) * (1 + rate)) / (periodsPerYear * (1 + year));
  }
  return rate;
}

/** (1 + rate)^periods − 1 without ever adding the 1, so that tiny rates keep their digits. */
export function compound(rate: number, periods: number): number {
  let result = 0;
  let square = rate;
  for (let rest = periods; rest > 0; rest >>= 1) {
    if (rest & 1) result = result + square + result * square;
    square = square + square + square * square;
  }
  return result;
}

/** g in fixed point, off by at most 100 units (the daily rate's 365th power by 1,000, of which the root keeps 1/m). */
export function exactPeriodGrowth(
  annualRateMillionths: number,
  frequency: CompoundingFrequency,
  periodsPerYear: number,
): bigint {
  const rate = BigInt(annualRateMillionths) << fractionBits;
  if (frequency === 'monthly') return one + rate / BigInt(1e8 * periodsPerYear);
  if (frequency === 'yearly') return nthRoot(one + rate / 100_000_000n, periodsPerYear);
  return nthRoot(power(one + rate / 36_500_000_000n, 365), periodsPerYear);
}
