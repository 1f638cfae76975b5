/** How far the goals of a loan are reached, and what they need. */
import type { FollowedLoanInput, LoanGoal } from 'contract/followed-loans/followed-loan-fields.ts';
import type { GoalProgress } from 'contract/followed-loans/followed-loan-result.ts';
import type { PaymentFrequency } from 'contract/scenarios/scenarios.constants.ts';
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

/** What is reached of a goal with what is owed and what the offset accounts hold. */
export function goalStand(
  { kind, amount = 0 as LoanGoal['amount'] & number }: Pick<LoanGoal, 'kind' | 'amount'>,
  startCents: number,
  { owedCents, offsetCents }: { owedCents: number; offsetCents: number },
) {
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

/** Only what is reached is 100 per cent: the rounded share of less is at most 99.99. */
function progress(partCents: number, wholeCents: number): number {
  if (partCents <= 0 || wholeCents <= 0) return 0;
  return partCents >= wholeCents ? 100 : Math.min(percentOf(partCents, wholeCents), 99.99);
}

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
  { endReason, paymentCents }: Projection,
): Slices<number | null> {
  if (endReason !== null && endReason !== 'payment_below_interest' && endReason !== 'too_long') return null;
  const untilDay = dayOf(goal.date);
  const targetCents = goal.amount ?? 0;
  const probes = new Map<number, { passes: boolean; missingCents: number | null }>();
  const probe = (extraCents: number) => {
    const stored = probes.get(extraCents);
    if (stored) return stored;
    const { owed, ...projection } = project(terms, { extraCents, untilDay });
    const day = reachedDay(goal, { owed, ...projection });
    const passes = day !== null && day <= untilDay;
    const missingCents = passes || projection.endReason !== null ? null : owed.values.at(-1)! - targetCents;
    probes.set(extraCents, { passes, missingCents });
    return { passes, missingCents };
  };
  const highest = 2 * terms.state.owedCents;
  if (!probe(highest).passes) return null;
  const { leastCents, growth } = levelUntil(terms, untilDay, targetCents);
  let estimate = within(leastCents - (paymentCents ?? 0), highest);
  // What is still owed on the day is almost linear in the payment.
  let { missingCents } = probe(estimate);
  // Below the interest, nothing says how far it is.
  const step = missingCents === null ? Math.max(Math.ceil(leastCents / 100), 1) : 1;
  for (let round = 0; round < refinements && missingCents !== null; round++) {
    estimate = within(estimate + missingCents / growth, highest);
    yield;
    ({ missingCents } = probe(estimate));
  }
  return yield* smallestPassing(highest, (extraCents) => probe(extraCents).passes, estimate, step);
}

/** More do not come closer, because each charge is rounded. */
const refinements = 3;

/** No projection ends later. */
const longestDays = 50 * 365;

const daysPerPayment: Record<PaymentFrequency, number> = { monthly: 365 / 12, fortnightly: 14, weekly: 7 };

/**
 * About the payment with which an amount is owed on a day, less a percent, so that something is still owed. `growth` is by how much
 * less is owed then for each cent more of a payment. In doubles and without rounding: the search begins there.
 */
function levelUntil(
  { state, rateMillionths, payments, interestOnlyDay }: ProjectionTerms,
  untilDay: number,
  targetCents: number,
): { leastCents: number; growth: number } {
  const days = daysPerPayment[payments?.frequency ?? 'monthly'];
  const rate = ((rateMillionths ?? 0) / 1e8) * (days / 365);
  const lastDay = Math.min(untilDay, state.day + longestDays);
  const count = Math.max((lastDay - Math.max(state.day, interestOnlyDay ?? 0)) / days, 1);
  const factor = (1 + rate) ** count;
  const growth = rate === 0 ? count : (factor - 1) / rate;
  const bearingCents = state.owedCents - state.offsetCents;
  const repaidCents = bearingCents * factor - (targetCents - state.offsetCents);
  return { leastCents: (0.99 * repaidCents) / growth, growth };
}

const within = (cents: number, highest: number): number =>
  Math.min(Math.max(Math.ceil(cents), 0), highest - 1);
