/** Random loans over the whole input range, weighted towards loans that are hard to round. */
import type { CompoundingFrequency } from 'contract/loans/loans.constants.ts';
import * as fc from 'fast-check';
import type { LoanTerms } from 'engine/calculators/loan.ts';
import { scaledMonthlyRate } from './exact-amortization.ts';
import { scale } from './exact-scenario.ts';

const MAX_CENTS = 100_000_000_000_000;
const MAX_RATE = 30_000_000;

const frequency = fc.constantFrom<CompoundingFrequency>('monthly', 'daily', 'yearly');

const durationMonths = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 2, max: 600 }) },
  { weight: 1, arbitrary: fc.constantFrom(2, 3, 12, 24, 360, 599, 600) },
);

/** Log-uniform from one cent to the limit, including both. */
const principalCents = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .integer({ min: 0, max: 14_000_000 })
      .map((x) => Math.min(Math.round(10 ** (x / 1e6)), MAX_CENTS)),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(1, 2, 3, MAX_CENTS - 1, MAX_CENTS) },
);

/** Percentages with 0 to 6 decimals, including the smallest ones and zero. */
const annualRateMillionths = fc.oneof(
  {
    weight: 10,
    arbitrary: fc
      .integer({ min: 0, max: 6 })
      .chain((decimals) =>
        fc.integer({ min: 0, max: 30 * 10 ** decimals }).map((r) => r * 10 ** (6 - decimals)),
      ),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 1_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, MAX_RATE) },
);

export const anyLoan: fc.Arbitrary<LoanTerms> = fc.record({
  principalCents,
  durationMonths,
  annualRateMillionths,
  compounding: frequency,
});

/** Loans that are so small or steep that they leave the rounded path. */
export const crampedLoan: fc.Arbitrary<LoanTerms> = fc.record({
  principalCents: fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 1_000_000_000 })),
  durationMonths: fc.integer({ min: 200, max: 600 }),
  annualRateMillionths: fc.oneof(annualRateMillionths, fc.integer({ min: 28_000_000, max: MAX_RATE })),
  compounding: frequency,
});

/** Monthly loans whose first interest is exactly half a cent above a whole cent. */
const interestTie: fc.Arbitrary<LoanTerms> = fc
  .record({ rate: annualRateMillionths, months: durationMonths, odd: fc.nat() })
  .map(({ rate, months, odd }) => {
    const [above, below] = monthlyGrowth(Math.max(rate, 1));
    return monthlyLoan(oddMultiple(below, odd), months, above, below);
  });

/**
 * Monthly loans whose payment is exactly half a cent above a whole cent: L = k·b·(aⁿ − bⁿ) / 2(a − b) with k and a odd.
 */
export const paymentTie: fc.Arbitrary<LoanTerms> = fc
  .record({
    percent: fc.constantFrom(30, 24, 20, 18, 15, 12, 10, 8, 7.5, 6, 4.8),
    months: fc.integer({ min: 2, max: 6 }),
    odd: fc.nat(),
  })
  .map(({ percent, months, odd }) => {
    const [above, below] = monthlyGrowth(percent * 1e6);
    const n = BigInt(months);
    const unit = (below * (above ** n - below ** n)) / (above - below);
    return monthlyLoan(oddMultiple(unit, odd), months, above, below);
  });

/**
 * Yearly loans whose unrounded balance after 12 of 24 months, L·(1 + R)/(2 + R), is exactly half a cent away from a
 * whole cent, although the monthly rate is irrational. Only the rule for ties decides them, because no number of digits
 * would be enough.
 */
export const yearlyTie: fc.Arbitrary<LoanTerms> = fc
  .record({
    percent: fc.constantFrom(1.6, 8, 16, 24, 25.6, 4.8),
    factor: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ percent, factor }) => {
    const rate = Math.round(percent * 1e6);
    const common = gcd(100_000_000n, BigInt(rate));
    const half = (2n * 100_000_000n + BigInt(rate)) / common / 2n;
    return {
      principalCents: Number(half) * factor,
      durationMonths: 24,
      annualRateMillionths: rate,
      compounding: 'yearly',
    };
  });

/**
 * Loans whose first interest is as close to half a cent as the rate allows, about 1/L cent: half the denominator of a
 * convergent of the continued fraction of the rate.
 */
export const nearTie: fc.Arbitrary<LoanTerms> = fc
  .record({
    rate: fc.integer({ min: 1, max: MAX_RATE }),
    months: durationMonths,
    compounding: frequency,
    pick: fc.nat(),
  })
  .map(({ rate, months, compounding, pick }) => {
    const terms: LoanTerms = {
      principalCents: 1,
      durationMonths: months,
      annualRateMillionths: rate,
      compounding,
    };
    const denominators = evenConvergentDenominators(scaledMonthlyRate(terms), scale);
    if (denominators.length > 0) terms.principalCents = Number(denominators[pick % denominators.length]) / 2;
    return terms;
  });

/** All kinds of loans above. */
export const hardLoan: fc.Arbitrary<LoanTerms> = fc.oneof(
  { weight: 60, arbitrary: anyLoan },
  { weight: 10, arbitrary: crampedLoan },
  { weight: 10, arbitrary: interestTie },
  { weight: 5, arbitrary: paymentTie },
  { weight: 5, arbitrary: yearlyTie },
  { weight: 10, arbitrary: nearTie },
);

/** The same seed gives the same loans. */
export function sampleLoans(count: number, seed: number): LoanTerms[] {
  return fc.sample(hardLoan, { numRuns: count, seed });
}

/** 1 + r of monthly compounding in lowest terms. */
function monthlyGrowth(rateMillionths: number): [above: bigint, below: bigint] {
  const rate = BigInt(Math.round(rateMillionths));
  const common = gcd(rate, 1_200_000_000n);
  return [(1_200_000_000n + rate) / common, 1_200_000_000n / common];
}

function monthlyLoan(principal: bigint, months: number, above: bigint, below: bigint): LoanTerms {
  return {
    principalCents: Number(principal),
    durationMonths: months,
    annualRateMillionths: Number(((above - below) * 1_200_000_000n) / below),
    compounding: 'monthly',
  };
}

/** An odd multiple of half the unit, within the limit. */
function oddMultiple(unit: bigint, seed: number): bigint {
  const half = unit / 2n;
  const room = BigInt(MAX_CENTS) / half;
  if (room === 0n) return BigInt(MAX_CENTS);
  return half * (1n + 2n * (BigInt(seed) % ((room + 1n) / 2n)));
}

function evenConvergentDenominators(numerator: bigint, denominator: bigint): bigint[] {
  const found: bigint[] = [];
  let [before, last] = [1n, 0n];
  for (let [x, y] = [numerator, denominator]; y !== 0n; [x, y] = [y, x % y]) {
    [before, last] = [last, (x / y) * last + before];
    if (last > 2n * BigInt(MAX_CENTS)) break;
    if (last % 2n === 0n) found.push(last);
  }
  return found;
}

function gcd(x: bigint, y: bigint): bigint {
  return y === 0n ? x : gcd(y, x % y);
}
