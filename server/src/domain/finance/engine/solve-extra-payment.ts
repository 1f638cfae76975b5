import { likelyEndsBy } from './estimated-end.ts';
import { extrasOf, noExtras } from './extras.ts';
import { planOf } from './plan.ts';
import { roundedSchedule } from './rounded-schedule.ts';
import { needsUnroundedPath } from './scenario.ts';
import type { ScenarioTerms } from './scenario-terms.ts';
import { smallestPassing } from './smallest.ts';
import { unroundedLength } from './unrounded-schedule.ts';

/** Adds an extra payment in every period to the terms. */
export function withExtraPayment(terms: ScenarioTerms, amountCents: number, periods: number): ScenarioTerms {
  return { ...terms, extraPayments: [{ amountCents, fromPeriod: 1, toPeriod: periods }] };
}

/** The smallest extra payment in every period with which the schedule has at most `targetPeriods` rows. */
export function solveExtraPayment(terms: ScenarioTerms, targetPeriods: number): number {
  const plan = planOf(terms);
  const isUnrounded = needsUnroundedPath(plan, roundedSchedule(plan, noExtras));
  const extrasWith = (amountCents: number) =>
    extrasOf(withExtraPayment(terms, amountCents, plan.periods), plan.periods);
  const estimate = smallestPassing(terms.principalCents, (amountCents) =>
    likelyEndsBy(targetPeriods, plan, extrasWith(amountCents)),
  );
  const endsBy = (amountCents: number) => {
    const extras = extrasWith(amountCents);
    const length = isUnrounded ? unroundedLength(plan, extras) : roundedSchedule(plan, extras).length;
    return length <= targetPeriods;
  };
  return smallestPassing(terms.principalCents, endsBy, estimate);
}
