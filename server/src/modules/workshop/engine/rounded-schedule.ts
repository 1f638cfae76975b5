/** The schedule in whole cents: interest and level payments are rounded where they arise. */
import { roundFixedPoint } from '#domain/finance/fixed-point.ts';
import { periodRateError } from '#domain/finance/period-rates.ts';
import { tryRound } from '#domain/finance/rounding.ts';
import { type Extras, offsetCents } from './extras.ts';
import { levelPaymentCents } from './level-payment.ts';
import type { Phase, Plan } from './plan.ts';
import type { Schedule, ScheduleRow } from './schedule.ts';

export interface RoundedSchedule extends Schedule {
  /** The last level payment that was set. */
  levelPaymentCents: number;
}

/** Ends, at the latest, with row N, or with `lastPeriod` where only that many rows are wanted. */
export function roundedSchedule(
  { terms, periods, phases, dueDates }: Plan,
  { paidCents, offset }: Extras,
): RoundedSchedule {
  const daysByPeriod = terms.dayCount === 'actual_365' ? dueDates?.days : undefined;
  const hasOffset = offset.balanceCents > 0 || offset.depositPerPeriodCents > 0;
  const rows: ScheduleRow[] = [];
  let regularPaymentCents = 0;
  let totalInterestCents = 0;
  let balanceCents = terms.principalCents;
  let levelCents = 0;
  for (const phase of phases) {
    const { annuity, firstPeriod, lastPeriod } = phase;
    if (annuity) {
      levelCents = levelPaymentCents(annuity, balanceCents, Math.min(terms.residualCents, balanceCents));
    }
    for (let period = firstPeriod; period <= lastPeriod; period++) {
      const bearingCents = hasOffset ? Math.max(balanceCents - offsetCents(offset, period), 0) : balanceCents;
      const interestCents = roundedInterestCents(phase, bearingCents, daysByPeriod?.[period]);
      const regularCents = annuity ? Math.max(levelCents, interestCents) : interestCents;
      const owedCents = balanceCents + interestCents;
      const extraCents = paidCents[period]!;
      if (period === 1) regularPaymentCents = regularCents;
      totalInterestCents += interestCents;
      if (period === periods || owedCents <= regularCents + extraCents) {
        rows.push({
          paymentCents: owedCents,
          principalCents: balanceCents,
          interestCents,
          balanceCents: 0,
          extraCents: period === periods ? 0 : Math.max(owedCents - regularCents, 0),
        });
        return { rows, regularPaymentCents, totalInterestCents, levelPaymentCents: levelCents };
      }
      const paymentCents = regularCents + extraCents;
      const principalCents = paymentCents - interestCents;
      balanceCents -= principalCents;
      rows.push({ paymentCents, principalCents, interestCents, balanceCents, extraCents });
    }
  }
  throw new Error('The last phase ends with the last period.');
}

/** The balance times r, or with actual days times R·days/365. */
function roundedInterestCents({ rate }: Phase, bearingCents: number, days: number | undefined): number {
  const { annualRateMillionths } = rate;
  if (days === undefined) {
    const rounded = tryRound(bearingCents * rate.approximate, periodRateError);
    return Number.isNaN(rounded) ? roundFixedPoint(BigInt(bearingCents) * rate.exact()) : rounded;
  }
  const rounded = tryRound(
    bearingCents * ((annualRateMillionths * days) / yearInMillionths),
    periodRateError,
  );
  if (!Number.isNaN(rounded)) return rounded;
  const numerator = BigInt(bearingCents) * BigInt(annualRateMillionths * days);
  return Number((2n * numerator + BigInt(yearInMillionths)) / (2n * BigInt(yearInMillionths)));
}

/** 365 days, and 100 % in millionths of a percent. */
const yearInMillionths = 365 * 1e8;
