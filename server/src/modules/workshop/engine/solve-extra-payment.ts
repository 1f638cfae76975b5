import { extrasOf } from './extras.ts';
import { planOf } from './plan.ts';
import { roundedSchedule } from './rounded-schedule.ts';
import { contractualSchedule } from './scenario.ts';
import type { ScenarioTerms } from './scenario-terms.ts';
import { smallestPassing } from './smallest.ts';
import { unroundedLength } from './unrounded-schedule.ts';

/** Paid extra in every period, as an option of the scenario. */
export function withExtraPayment(terms: ScenarioTerms, amountCents: number, periods: number): ScenarioTerms {
  return { ...terms, extraPayments: [{ amountCents, fromPeriod: 1, toPeriod: periods }] };
}

/** The smallest amount, paid extra in every period, with which the schedule has at most `targetPeriods` rows. */
export function solveExtraPayment(terms: ScenarioTerms, targetPeriods: number): number {
  const plan = planOf(terms);
  const { isUnrounded } = contractualSchedule(plan);
  return smallestPassing(terms.principalCents, (amountCents) => {
    const extras = extrasOf(withExtraPayment(terms, amountCents, plan.periods), plan.periods);
    const length = isUnrounded ? unroundedLength(plan, extras) : roundedSchedule(plan, extras).rows.length;
    return length <= targetPeriods;
  });
}
