import { likelyEndsBy } from 'engine/schedules/estimated-end.ts';
import { extrasOf, noExtras } from 'engine/schedules/extras.ts';
import { planOf } from 'engine/schedules/plan.ts';
import { roundedSchedule } from 'engine/schedules/rounded-schedule.ts';
import { needsUnroundedPath } from 'engine/schedules/scenario.ts';
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';
import { smallestPassing } from 'engine/arithmetic/smallest.ts';
import type { Slices } from 'engine/slices.ts';
import { unroundedLength } from 'engine/schedules/unrounded-schedule.ts';

/** Adds an extra payment in every period to the terms. */
export function withExtraPayment(terms: ScenarioTerms, amountCents: number, periods: number): ScenarioTerms {
  return { ...terms, extraPayments: [{ amountCents, fromPeriod: 1, toPeriod: periods }] };
}

/** The smallest extra payment in every period with which the schedule has at most `targetPeriods` rows. */
export function* solveExtraPayment(terms: ScenarioTerms, targetPeriods: number): Slices<number> {
  const plan = planOf(terms);
  const isUnrounded = needsUnroundedPath(plan, roundedSchedule(plan, noExtras));
  const extrasWith = (amountCents: number) =>
    extrasOf(withExtraPayment(terms, amountCents, plan.periods), plan.periods);
  const estimate = yield* smallestPassing(terms.principalCents, (amountCents) =>
    likelyEndsBy(targetPeriods, plan, extrasWith(amountCents)),
  );
  const endsBy = (amountCents: number) => {
    const extras = extrasWith(amountCents);
    const length = isUnrounded ? unroundedLength(plan, extras) : roundedSchedule(plan, extras).length;
    return length <= targetPeriods;
  };
  return yield* smallestPassing(terms.principalCents, endsBy, estimate);
}
