/** A loan with its options: the schedule, what it costs, and what the extras save. */
import { periodsPerYear } from 'contract/workshop-limits.ts';
import { roundFixedPoint } from '#domain/finance/fixed-point.ts';
import { periodRateError } from '#domain/finance/period-rates.ts';
import { percentOf, roundHalfUp } from '#domain/finance/rounding.ts';
import { comparisonRatePercent } from './comparison-rate.ts';
import { extrasOf, hasExtras } from './extras.ts';
import { type Plan, planOf } from './plan.ts';
import { rateOf } from './rates.ts';
import { roundedSchedule, type RoundedSchedule } from './rounded-schedule.ts';
import { type ScenarioTerms, withoutExtras } from './scenario-terms.ts';
import type { Schedule } from './schedule.ts';
import { unroundedSchedule } from './unrounded-schedule.ts';
import { type Year, yearlyTotals } from './yearly.ts';

export interface Scenario {
  plan: Plan;
  schedule: Schedule;
  /** The schedule without extra payments, lump sums and offset account. */
  contractual: Schedule;
  /** Upfront and one a row paid. */
  totalFeesCents: number;
  effectiveMonthlyRatePercent: number;
  /** Total interest in percent of the principal, rounded to 2 decimals. */
  totalInterestPercent: number;
  /** Rounded to 2 decimals; null where no rate up to 1,000 % does it. */
  comparisonRatePercent: number | null;
  yearly: Year[];
}

export function calculateScenario(terms: ScenarioTerms): Scenario {
  const plan = planOf(terms);
  const { schedule: contractual, isUnrounded } = contractualSchedule(plan);
  const schedule = hasExtras(terms) ? scheduleWith(plan, terms, isUnrounded) : contractual;
  const { principalCents, paymentFrequency, fees } = terms;
  return {
    plan,
    schedule,
    contractual,
    totalFeesCents: fees.upfrontCents + schedule.rows.length * fees.perPeriodCents,
    effectiveMonthlyRatePercent: effectiveMonthlyRatePercent(terms),
    totalInterestPercent: percentOf(schedule.totalInterestCents, principalCents),
    comparisonRatePercent: comparisonRatePercent(
      {
        receivedCents: principalCents - fees.upfrontCents,
        rows: contractual.rows,
        feePerPeriodCents: fees.perPeriodCents,
        paymentFrequency,
      },
      plan.phases[0]?.rate.approximate ?? 0,
    ),
    yearly: yearlyTotals(schedule.rows, periodsPerYear[paymentFrequency], fees),
  };
}

/** The schedule without extras, and whether it and those with extras follow the unrounded path. */
export function contractualSchedule(plan: Plan): { schedule: Schedule; isUnrounded: boolean } {
  const noExtras = extrasOf(withoutExtras(plan.terms), plan.periods);
  const rounded = roundedSchedule(plan, noExtras);
  const { paymentBasis, dayCount } = plan.terms;
  const isUnrounded = paymentBasis === 'exact' && dayCount === 'equal' && doCentsFail(plan, rounded);
  return { schedule: isUnrounded ? unroundedSchedule(plan, noExtras) : rounded, isUnrounded };
}

export function scheduleWith(plan: Plan, extras: ScenarioTerms, isUnrounded: boolean): Schedule {
  const paid = extrasOf(extras, plan.periods);
  return isUnrounded ? unroundedSchedule(plan, paid) : roundedSchedule(plan, paid);
}

/** The balance is used up early, or A ≤ 2·(last payment − residual) ≤ 3·A does not hold. */
function doCentsFail(
  { terms, periods }: Plan,
  { rows, levelPaymentCents: levelCents }: RoundedSchedule,
): boolean {
  const lastCents = rows[periods - 1]?.paymentCents;
  if (lastCents === undefined) return true;
  const twiceCents = 2 * (lastCents - terms.residualCents);
  return twiceCents < levelCents || twiceCents > 3 * levelCents;
}

/** 100·r of a month at the first rate, rounded to 5 decimals. */
function effectiveMonthlyRatePercent({ annualRateMillionths, compounding }: ScenarioTerms): number {
  const rate = rateOf(annualRateMillionths, compounding, 12);
  const exact = () => roundFixedPoint(10_000_000n * rate.exact());
  return roundHalfUp(rate.approximate * 1e7, periodRateError, exact) / 1e5;
}
