/** The loan that a level payment can repay: the present value, at r, of N payments. */
import type { CompoundingFrequency } from 'contract/loans/loans.constants.ts';
import {
  periodCount,
  periodsPerYear,
  type PaymentFrequency,
} from 'contract/scenarios/scenarios.constants.ts';
import { divide, fractionBits, one, power, tieTolerance } from 'engine/arithmetic/fixed-point.ts';
import { exactPeriodGrowth } from 'engine/arithmetic/period-rates.ts';

export interface BorrowingTerms {
  /** The payment less its fee. */
  repaymentCents: number;
  durationMonths: number;
  annualRateMillionths: number;
  compounding: CompoundingFrequency;
  paymentFrequency: PaymentFrequency;
}

/** Rounded down to the cent. */
export function borrowingPowerCents(terms: BorrowingTerms): bigint {
  return (BigInt(terms.repaymentCents) * annuityFactor(terms) + tieTolerance) >> fractionBits;
}

/** The largest repayment whose loan is at most this one. */
export function largestRepaymentCents(terms: BorrowingTerms, principalCents: number): number {
  const factor = annuityFactor(terms);
  const above = (BigInt(principalCents + 1) << fractionBits) - tieTolerance;
  return Number((above - 1n) / factor);
}

/** (1 − g⁻ᴺ)/r, or N if r is 0, in fixed point. */
function annuityFactor(terms: BorrowingTerms): bigint {
  const { durationMonths, annualRateMillionths, compounding, paymentFrequency } = terms;
  const periods = periodCount(durationMonths, paymentFrequency);
  if (annualRateMillionths === 0) return BigInt(periods) << fractionBits;
  const growth = exactPeriodGrowth(annualRateMillionths, compounding, periodsPerYear[paymentFrequency]);
  return divide(one - divide(one, power(growth, periods)), growth - one);
}
