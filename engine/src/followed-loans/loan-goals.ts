/** How far the goals of a loan are reached, and what they need. */
import type { FollowedLoanInput, LoanGoal } from 'contract/followed-loans/followed-loan-fields.ts';
import type { GoalProgress } from 'contract/followed-loans/followed-loan-result.ts';
import { percentOf } from 'engine/arithmetic/rounding.ts';
import { smallestPassing } from 'engine/arithmetic/smallest.ts';
import type { Slices } from 'engine/slices.ts';
import { dateOf, dayOf } from 'engine/statements/days.ts';
import { project, type Projection, type ProjectionTerms } from './projection.ts';

/** What was owed when the loan was taken, as far as it is known. */
export function borrowedCents(loan: FollowedLoanInput, firstOwedCents: number): number {
  const first = loan.transactions?.[0];
  const openingCents =
    loan.opening_balance ?? (first?.balance === undefined ? 0 : first.balance - first.amount);
  return loan.plan?.amount ?? (openingCents > 0 ? openingCents : firstOwedCents);
}

export interface GoalStand {
  currentCents: number;
  progressPercent: number;
}

/** What is reached of a goal with what is owed and what the offset accounts hold. */
export function goalStand(
  { kind, amount = 0 as LoanGoal['amount'] & number }: Pick<LoanGoal, 'kind' | 'amount'>,
  startCents: number,
  { owedCents, offsetCents }: { owedCents: number; offsetCents: number },
): GoalStand {
  const repaidCents = startCents - owedCents;
  if (kind === 'pay_off') {
    return { currentCents: Math.max(repaidCents, 0), progressPercent: progress(repaidCents, startCents) };
  }
  if (kind === 'offset_above') {
    return { currentCents: offsetCents, progressPercent: progress(offsetCents, amount) };
  }
  const progressPercent = owedCents <= amount ? 100 : progress(repaidCents, startCents - amount);
  return { currentCents: owedCents, progressPercent };
}

const progress = (partCents: number, wholeCents: number): number =>
  partCents <= 0 || wholeCents <= 0 ? 0 : percentOf(Math.min(partCents, wholeCents), wholeCents);

export function* goalProgress(
  goal: LoanGoal,
  startCents: number,
  terms: ProjectionTerms,
  projection: Projection,
): Slices<GoalProgress> {
  const { state } = terms;
  const { kind, amount, date } = goal;
  const day = dayOf(date);
  const { currentCents, progressPercent } = goalStand(goal, startCents, state);
  const expectedDay =
    kind === 'offset_above' ? (currentCents >= amount! ? state.day : null) : reachedDay(goal, projection);
  const isOnTrack = expectedDay !== null && expectedDay <= day;
  yield;
  const extraCents =
    kind === 'offset_above' ? null : isOnTrack ? 0 : yield* neededExtra(goal, terms, projection);
  return {
    kind,
    current_amount: currentCents / 100,
    progress_percent: progressPercent,
    expected_on: expectedDay === null ? null : dateOf(expectedDay),
    on_track: isOnTrack,
    needed_extra: extraCents === null ? null : extraCents / 100,
  };
}

/** The day on which the loan ends, or the first day from now on at whose end at most the amount is owed. */
function reachedDay({ kind, amount }: LoanGoal, { owed, endDay }: Projection): number | null {
  const index = owed.values.findIndex((value) => value <= (amount ?? 0));
  if (kind === 'pay_off' && index !== 0) return endDay;
  return owed.days[index] ?? null;
}

/** The smallest addition to each payment with which a goal is reached in time. */
function* neededExtra(
  goal: LoanGoal,
  terms: ProjectionTerms,
  { endReason }: Projection,
): Slices<number | null> {
  if (endReason !== null && endReason !== 'payment_below_interest' && endReason !== 'too_long') return null;
  const untilDay = dayOf(goal.date);
  const passes = (extraCents: number) => {
    const day = reachedDay(goal, project(terms, { extraCents, untilDay }));
    return day !== null && day <= untilDay;
  };
  const highest = 2 * terms.state.owedCents;
  if (!passes(highest)) return null;
  return yield* smallestPassing(highest, passes);
}
