/** A loan with its options: the schedule, its costs, and what the extra payments and the offset account save. */
import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { roundFixedPoint } from 'engine/arithmetic/fixed-point.ts';
import { periodRateError } from 'engine/arithmetic/period-rates.ts';
import { percentOf, roundHalfUp } from 'engine/arithmetic/rounding.ts';
import { comparisonRatePercent } from './comparison-rate.ts';
import { totalFeesCents } from './fees.ts';
import { type Extras, extrasOf, hasExtras, noExtras } from './extras.ts';
import { type Plan, planOf } from './plan.ts';
import { rateOf } from './rates.ts';
import { roundedSchedule, type RoundedSchedule } from './rounded-schedule.ts';
import type { ScenarioTerms } from './scenario-terms.ts';
import type { Schedule } from './schedule.ts';
import { unroundedSchedule } from './unrounded-schedule.ts';
import { type Year, yearlyTotals } from './yearly.ts';

/** The figures of a loan with and without options. */
export interface LoanFigures {
  /** 100·r of a month at the first rate, rounded to 5 decimals. */
  effectiveMonthlyRatePercent: number;
  /** Total interest in percent of the principal, rounded to 2 decimals. */
  totalInterestPercent: number;
}

export interface Scenario extends LoanFigures {
  plan: Plan;
  schedule: Schedule;
  /** The schedule without extra payments, lump sums and offset account. */
  contractual: Schedule;
  totalFeesCents: number;
  /** Rounded to 2 decimals. Null if no rate up to 1,000 % solves the equation. */
  comparisonRatePercent: number | null;
  yearly: Year[];
}

export function calculateScenario(terms: ScenarioTerms): Scenario {
  const plan = planOf(terms);
  const { contractual, schedule } = schedulesOf(plan);
  const { fees } = terms;
  const perYear = periodsPerYear[terms.paymentFrequency];
  return {
    plan,
    schedule,
    contractual,
    totalFeesCents: totalFeesCents(fees, { length: schedule.length, periodsPerYear: perYear }),
    ...loanFigures(plan, schedule),
    comparisonRatePercent: comparisonRatePercent(plan, contractual, fees),
    yearly: yearlyTotals(schedule, perYear, fees),
  };
}

/** With and without extra payments and offset account. Both are rounded, or both unrounded. */
export function schedulesOf(plan: Plan): { contractual: Schedule; schedule: Schedule } {
  const extras = extrasOf(plan.terms, plan.periods);
  const path = contractualSchedule(plan);
  const { contractual } = path;
  return { contractual, schedule: hasExtras(extras) ? scheduleWith(plan, path, extras) : contractual };
}

export interface ContractualSchedule {
  /** The schedule without extra payments and offset account. The schedule with them is rounded or unrounded in the same way. */
  contractual: Schedule;
  isUnrounded: boolean;
}

export function contractualSchedule(plan: Plan): ContractualSchedule {
  const rounded = roundedSchedule(plan, noExtras);
  const isUnrounded = needsUnroundedPath(plan, rounded);
  return { isUnrounded, contractual: isUnrounded ? unroundedSchedule(plan, noExtras) : rounded };
}

export function scheduleWith(
  plan: Plan,
  { isUnrounded }: Pick<ContractualSchedule, 'isUnrounded'>,
  extras: Extras,
): Schedule {
  return isUnrounded ? unroundedSchedule(plan, extras) : roundedSchedule(plan, extras);
}

/**
 * Whether cents make the level payment fail: in the rounded schedule without extra payments the balance is used up
 * early, or A ≤ 2·(last payment − residual) ≤ 3·A is false.
 */
export function needsUnroundedPath(
  { terms, periods }: Plan,
  { length, paymentCents, levelPaymentCents: levelCents }: RoundedSchedule,
): boolean {
  if (terms.paymentBasis !== 'exact' || terms.dayCount !== 'equal') return false;
  if (length < periods) return true;
  const twiceCents = 2 * (paymentCents[length]! - terms.residualCents);
  return twiceCents < levelCents || twiceCents > 3 * levelCents;
}

export function loanFigures({ terms }: Plan, { totalInterestCents }: Schedule): LoanFigures {
  const rate = rateOf(terms.annualRateMillionths, terms.compounding, 12);
  const exactRate = () => roundFixedPoint(10_000_000n * rate.exact());
  return {
    effectiveMonthlyRatePercent: roundHalfUp(rate.approximate * 1e7, periodRateError, exactRate) / 1e5,
    totalInterestPercent: percentOf(totalInterestCents, terms.principalCents),
  };
}
