/**
 * The level payment that reduces a balance B to a residual V in k periods at the rate r. Written with the sinking fund
 * factor s = r/(gᵏ − 1), or 1/k if r is 0, it is A = B·r + (B − V)·s: nothing cancels, since V ≤ B.
 *
 * Errors, in units of u = 2⁻⁵³: r has at most 52 (`period-rates.ts`). gᵏ − 1 has at most F·(52 + 2·log₂k) +
 * 2·(ones in k − 1), where F = k·ln g/(1 − g⁻ᵏ) and k ≤ 2,600. The share of (B − V)·s in A is at most g⁻ᵏ, and
 * F·g⁻ᵏ = k·ln g/(gᵏ − 1) ≤ 1. So A has at most 52 + 52 + 23 + 20 + 6 = 153u < 2⁻⁴⁵ = 256u.
 */
import { divide, multiply, one, power, roundFixedPoint } from 'engine/arithmetic/fixed-point.ts';
import { compound } from 'engine/arithmetic/period-rates.ts';
import { divideHalfUp, roundHalfUp } from 'engine/arithmetic/rounding.ts';
import { once, type Rate } from './rates.ts';

const levelPaymentError = 2 ** -45;

export interface Annuity {
  rate: Rate;
  sinkingFundFactor: number;
  exactSinkingFundFactor: () => bigint;
  /** The number of regular payments that share one level payment: 1, or 2 or 4 if it is the payment of a month. */
  shares: number;
}

export function annuityOf(rate: Rate, periods: number, shares: number): Annuity {
  const growth = compound(rate.approximate, periods);
  return {
    rate,
    sinkingFundFactor: growth === 0 ? 1 / periods : rate.approximate / growth,
    exactSinkingFundFactor: once(() => {
      const exact = rate.exact();
      return exact === 0n ? one / BigInt(periods) : divide(exact, power(one + exact, periods) - one);
    }),
    shares,
  };
}

/** Rounded to the cent. If it is shared, each share is rounded again. */
export function levelPaymentCents(annuity: Annuity, balanceCents: number, residualCents: number): number {
  const { rate, sinkingFundFactor, exactSinkingFundFactor, shares } = annuity;
  const repaidCents = balanceCents - residualCents;
  const paymentCents = roundHalfUp(
    balanceCents * rate.approximate + repaidCents * sinkingFundFactor,
    levelPaymentError,
    () =>
      roundFixedPoint(BigInt(balanceCents) * rate.exact() + BigInt(repaidCents) * exactSinkingFundFactor()),
  );
  return divideHalfUp(paymentCents, shares);
}

/** The payment in fixed point, for balances in fixed point. */
export function unroundedLevelPayment(annuity: Annuity, balance: bigint, residual: bigint): bigint {
  return (
    multiply(balance, annuity.rate.exact()) + multiply(balance - residual, annuity.exactSinkingFundFactor())
  );
}
