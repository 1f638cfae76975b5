/**
 * The comparison rate of the National Consumer Credit Protection Regulations 2010 (Cth), regulation 100: 100·c·j in
 * percent, where j is the rate of a period at which the amount lent equals the present value of all payments and fees,
 * with periods of equal length, and c is the number of periods a year in the regulation.
 *
 * The present value falls with j and is convex, so that Newton's iteration converges from the left. Its doubles are
 * off by at most 2·2,600·2⁻⁵³ of the present value; the slope by j is at least that value over 1 + j, so that j is
 * off by less than 2·10⁻¹², and the rate by less than 10⁻⁶ hundredths of a percent. A rate nearer to a rounding
 * boundary is decided by the present value at the boundary, in fixed point.
 */
import { type PaymentFrequency, periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { divide, multiply, one, tieTolerance, toFixedPoint } from 'engine/arithmetic/fixed-point.ts';
import { type Fees, feesCentsAt } from './fees.ts';
import type { Plan } from './plan.ts';
import type { Schedule } from './schedule.ts';

const periodsPerYearTimes100 = { monthly: 1_200, fortnightly: 2_609, weekly: 5_218 } as const;
/** 1,000 %. */
const maxRateHundredths = 100_000;
const undecidedHundredths = 1e-5;
const maxNewtonSteps = 100;
/** The error after a step this small is its square times half the number of rows, which is below 10⁻¹⁴. */
const settledStep = 1e-9;

interface Lending {
  /** The amount that the borrower receives: the amount lent less the upfront fee. */
  receivedCents: number;
  /** The payment with its fees, by period from 1. */
  paidCents: Float64Array;
  paymentFrequency: PaymentFrequency;
}

/**
 * In percent, rounded to 2 decimals. Null if no rate up to 1,000 % solves the equation.
 * @param plan its first rate is the start of the search.
 */
export function comparisonRatePercent(
  { terms: { paymentFrequency }, phases }: Plan,
  schedule: Schedule,
  fees: Fees,
): number | null {
  const lending = lendingOf(schedule, fees, paymentFrequency);
  const startRate = phases[0]?.rate.approximate ?? 0;
  if (lending.receivedCents <= 0) return null;
  const hundredthsPerRate = 100 * periodsPerYearTimes100[lending.paymentFrequency];
  const rate = solveRate(lending, startRate, (2 * maxRateHundredths) / hundredthsPerRate);
  const hundredths = rate * hundredthsPerRate;
  if (hundredths > maxRateHundredths + undecidedHundredths) return null;
  if (hundredths > maxRateHundredths - undecidedHundredths && exceedsMaximum(lending)) return null;
  const boundary = Math.round(hundredths + 0.5);
  if (Math.abs(hundredths + 0.5 - boundary) > undecidedHundredths) {
    return Math.floor(hundredths + 0.5) / 100;
  }
  const belowHalf = fixedRate(lending, 2 * boundary - 1, -tieTolerance);
  return (isWorthReceived(lending, belowHalf) ? boundary : boundary - 1) / 100;
}

function lendingOf(schedule: Schedule, fees: Fees, paymentFrequency: PaymentFrequency): Lending {
  const payments = { length: schedule.length, periodsPerYear: periodsPerYear[paymentFrequency] };
  const paidCents = schedule.paymentCents.slice(0, schedule.length + 1);
  for (let period = 1; period <= schedule.length; period++) {
    paidCents[period]! += feesCentsAt(fees, payments, period);
  }
  return { receivedCents: schedule.balanceCents[0]! - fees.upfrontCents, paidCents, paymentFrequency };
}

/** Stops when the rate exceeds `limit`. */
function solveRate(lending: Lending, startRate: number, limit: number): number {
  let rate = startRate;
  for (let steps = 1; steps <= maxNewtonSteps && rate <= limit; steps++) {
    const step = newtonStep(lending, rate);
    rate = Math.max(rate + step, 0);
    if (Math.abs(step) < settledStep) break;
  }
  return rate;
}

/** By Horner's rule in v = 1/(1 + j): dPV/dj = −v²·dPV/dv. */
function newtonStep({ paidCents, receivedCents }: Lending, rate: number): number {
  const discount = 1 / (1 + rate);
  let value = 0;
  let slope = 0;
  for (let period = paidCents.length - 1; period >= 1; period--) {
    slope = slope * discount + value;
    value = value * discount + paidCents[period]!;
  }
  slope = slope * discount + value;
  return (value * discount - receivedCents) / (slope * discount * discount);
}

function exceedsMaximum(lending: Lending): boolean {
  return isWorthReceived(lending, fixedRate(lending, 2 * maxRateHundredths, tieTolerance));
}

/** The rate of a period in fixed point, for this many half hundredths of a percent a year and a nudge in hundredths. */
function fixedRate({ paymentFrequency }: Lending, halfHundredths: number, nudge: bigint): bigint {
  return (toFixedPoint(halfHundredths) / 2n + nudge) / BigInt(100 * periodsPerYearTimes100[paymentFrequency]);
}

/** Whether the present value of all payments and fees at this rate is at least what the borrower receives. */
function isWorthReceived({ paidCents, receivedCents }: Lending, rate: bigint): boolean {
  const discount = divide(one, one + rate);
  let value = 0n;
  for (let period = paidCents.length - 1; period >= 1; period--) {
    value = multiply(value + toFixedPoint(paidCents[period]!), discount);
  }
  return value >= toFixedPoint(receivedCents);
}
