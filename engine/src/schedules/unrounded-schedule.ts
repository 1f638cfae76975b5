/**
 * The schedule along unrounded balances: level payment, interest and balance are computed in fixed point, and a row
 * has the rounded balance and interest.
 *
 * Used only for loans with small payments: in a schedule of whole cents, rounding shifts the last payment by less
 * than (gᴺ − 1)/r < 2³⁷ cents (2,600 weeks at 40 %), which must reach half a payment. An error of the rates or of a
 * multiplication, a few thousand units of 2⁻³⁸⁴ times a balance below 2⁵⁰ cents, is magnified by at most as much, so
 * every value is accurate to 10⁻⁷⁰ cent or better.
 */
import { multiply, roundFixedPoint, tieTolerance, toFixedPoint } from 'engine/arithmetic/fixed-point.ts';
import { type Extras, offsetCents } from './extras.ts';
import { unroundedLevelPayment } from './level-payment.ts';
import type { Plan } from './plan.ts';
import { emptySchedule, type Schedule } from './schedule.ts';

/** A row in fixed point. */
interface UnroundedRow {
  period: number;
  interest: bigint;
  /** The regular payment without extra payments. */
  regular: bigint;
  /** The balance after the payment. */
  balance: bigint;
  extraCents: number;
  isLast: boolean;
}

export function unroundedSchedule(plan: Plan, extras: Extras): Schedule {
  const schedule = emptySchedule(plan.terms.principalCents, plan.periods, extras.paidCents !== undefined);
  const { paymentCents: payments, balanceCents: balances, extraCents } = schedule;
  for (const row of unroundedRows(plan, extras)) {
    const { period } = row;
    const interestCents = roundFixedPoint(row.interest);
    const regularCents = roundFixedPoint(row.regular);
    const balanceCents = row.isLast ? 0 : roundFixedPoint(row.balance);
    const paymentCents = balances[period - 1]! - balanceCents + interestCents;
    payments[period] = paymentCents;
    balances[period] = balanceCents;
    if (extraCents) {
      extraCents[period] = row.isLast ? extraOfLast(plan, row, paymentCents - regularCents) : row.extraCents;
    }
    schedule.totalInterestCents += interestCents;
    schedule.length = period;
    if (period === 1) schedule.regularPaymentCents = regularCents;
  }
  return schedule;
}

/** In the last row before N, only the part beyond the regular payment. In row N, nothing. */
function extraOfLast({ periods }: Plan, { period, extraCents }: UnroundedRow, beyondCents: number): number {
  return period === periods ? 0 : Math.min(Math.max(beyondCents, 0), extraCents);
}

/** The number of rows, which needs no rounding. */
export function unroundedLength(plan: Plan, extras: Extras): number {
  let length = 0;
  for (const { period } of unroundedRows(plan, extras)) length = period;
  return length;
}

function* unroundedRows(
  { terms, periods, phases }: Plan,
  { paidCents, offset }: Extras,
): Generator<UnroundedRow> {
  let balance = toFixedPoint(terms.principalCents);
  const residual = toFixedPoint(terms.residualCents);
  let level = 0n;
  for (const { firstPeriod, lastPeriod, rate, annuity } of phases) {
    if (annuity) level = unroundedLevelPayment(annuity, balance, residual < balance ? residual : balance);
    for (let period = firstPeriod; period <= lastPeriod; period++) {
      const bearing = offset ? balance - toFixedPoint(offsetCents(offset, period)) : balance;
      const interest = bearing > 0n ? multiply(bearing, rate.exact()) : 0n;
      const regular = annuity ? level : interest;
      const extraCents = paidCents ? paidCents[period]! : 0;
      const paid = extraCents === 0 ? regular : regular + toFixedPoint(extraCents);
      // A difference this small is only the error of the fixed point.
      const isLast = period === periods || balance + interest <= paid + tieTolerance;
      balance += interest - paid;
      yield { period, interest, regular, balance, extraCents, isLast };
      if (isLast) return;
    }
  }
}
