/** The schedule in whole cents: interest and level payments are rounded when they are computed. */
import { roundFixedPoint } from 'engine/arithmetic/fixed-point.ts';
import { periodRateError } from 'engine/arithmetic/period-rates.ts';
import { divideExactlyHalfUp, tryRound } from 'engine/arithmetic/rounding.ts';
import { type Extras, offsetCents } from './extras.ts';
import { levelPaymentCents } from './level-payment.ts';
import type { Plan } from './plan.ts';
import type { Rate } from './rates.ts';
import { emptySchedule, type Schedule } from './schedule.ts';

export interface RoundedSchedule extends Schedule {
  /** The most recent level payment. */
  levelPaymentCents: number;
}

export function roundedSchedule(plan: Plan, { paidCents, offset }: Extras): RoundedSchedule {
  const { terms, periods, phases } = plan;
  const daysByPeriod = terms.dayCount === 'actual_365' ? plan.dueDates()?.days : undefined;
  const {
    paymentCents: payments,
    balanceCents: balances,
    extraCents: extras,
  } = emptySchedule(terms.principalCents, periods, paidCents !== undefined);
  let totalInterestCents = 0;
  let regularPaymentCents = 0;
  let balanceCents = terms.principalCents;
  let levelCents = 0;
  for (const { firstPeriod, lastPeriod, rate, annuity } of phases) {
    if (annuity) {
      levelCents = levelPaymentCents(annuity, balanceCents, Math.min(terms.residualCents, balanceCents));
    }
    for (let period = firstPeriod; period <= lastPeriod; period++) {
      const bearingCents = offset ? Math.max(balanceCents - offsetCents(offset, period), 0) : balanceCents;
      const interestCents = daysByPeriod
        ? interestOfDays(rate, bearingCents, daysByPeriod[period]!)
        : interestOfPeriod(rate, bearingCents);
      const regularCents = annuity ? Math.max(levelCents, interestCents) : interestCents;
      const extraCents = paidCents ? paidCents[period]! : 0;
      const owedCents = balanceCents + interestCents;
      const isLast = period === periods || owedCents <= regularCents + extraCents;
      const paymentCents = isLast ? owedCents : regularCents + extraCents;
      balanceCents = owedCents - paymentCents;
      totalInterestCents += interestCents;
      payments[period] = paymentCents;
      balances[period] = balanceCents;
      if (extras)
        extras[period] = isLast ? extraOfLast(plan, period, paymentCents - regularCents) : extraCents;
      if (period === 1) regularPaymentCents = regularCents;
      if (isLast) {
        // Listed, because to spread the schedule would cost more than its first rows.
        return {
          length: period,
          paymentCents: payments,
          balanceCents: balances,
          extraCents: extras,
          totalInterestCents,
          regularPaymentCents,
          levelPaymentCents: levelCents,
        };
      }
    }
  }
  throw new Error('The last phase ends with the last period.');
}

/** Before row N the part beyond the regular payment. In row N nothing, since the whole remaining balance is due. */
function extraOfLast({ periods }: Plan, period: number, beyondCents: number): number {
  return period === periods ? 0 : Math.max(beyondCents, 0);
}

/** The balance times r. */
function interestOfPeriod(rate: Rate, bearingCents: number): number {
  const rounded = tryRound(bearingCents * rate.approximate, periodRateError);
  return Number.isNaN(rounded) ? roundFixedPoint(BigInt(bearingCents) * rate.exact()) : rounded;
}

/** The balance times R·days/365. */
function interestOfDays({ annualRateMillionths }: Rate, bearingCents: number, days: number): number {
  const rateDays = annualRateMillionths * days;
  const rounded = tryRound(bearingCents * rateDays * perYearAndWhole, periodRateError);
  if (!Number.isNaN(rounded)) return rounded;
  return divideExactlyHalfUp(BigInt(bearingCents) * BigInt(rateDays), BigInt(yearInMillionths));
}

/** 365 days at 100 %, in millionths of a percent. */
const yearInMillionths = 365 * 1e8;
/** Multiplying costs a fraction of dividing. */
const perYearAndWhole = 1 / yearInMillionths;
