import { loanLimits } from 'contract/loans/loans.constants.ts';
import { atMost, periodsOf } from 'contract/scenarios/scenarios.constants.ts';
import type { SolveBody, SolveResult } from 'contract/scenarios/scenarios.ts';
import { Refusal } from 'engine/refusal.ts';
import { finish, type Slices } from 'engine/slices.ts';
import { extrasOf, noExtras, type Extras, offsetCents } from 'engine/schedules/extras.ts';
import { planOf, type Plan } from 'engine/schedules/plan.ts';
import { roundedSchedule } from 'engine/schedules/rounded-schedule.ts';
import { needsUnroundedPath } from 'engine/schedules/scenario.ts';
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';
import { smallestPassing } from 'engine/arithmetic/smallest.ts';
import { unroundedLength } from 'engine/schedules/unrounded-schedule.ts';
import { borrowingPowerCents, largestRepaymentCents } from './borrowing-power.ts';
import { solveDeposit } from './savings.ts';
import { resultOfTerms, termsWithoutExtraPayments } from './scenario.ts';

type SolveFor<Kind extends SolveBody['solve_for']> = Extract<SolveBody, { solve_for: Kind }>;

/** Throws a `Refusal`. */
export function* solveResult(request: SolveBody): Slices<SolveResult> {
  switch (request.solve_for) {
    case 'extra_payment':
      return yield* extraPaymentResult(request);
    case 'total_loan_amount':
      return { amount: loanAmountCents(request) / 100 };
    case 'deposit':
      return { amount: depositCents(request) / 100 };
  }
}

function* extraPaymentResult({ scenario, target_periods }: SolveFor<'extra_payment'>): Slices<SolveResult> {
  const terms = termsWithoutExtraPayments(scenario);
  const amountCents = yield* solveExtraPayment(terms, target_periods);
  const solved = resultOfTerms(withExtraPayment(terms, amountCents, periodsOf(scenario)));
  return { amount: amountCents / 100, scenario: solved };
}

function loanAmountCents(request: SolveFor<'total_loan_amount'>): number {
  const terms = {
    repaymentCents: request.payment_per_period - request.fee_per_period,
    durationMonths: request.duration_months,
    annualRateMillionths: request.annual_interest_rate,
    compounding: request.compounding_frequency,
    paymentFrequency: request.payment_frequency,
  };
  const amountCents = borrowingPowerCents(terms);
  const mostCents = loanLimits.maxAmount * 100;
  if (amountCents > BigInt(mostCents)) {
    const largestCents = largestRepaymentCents(terms, mostCents) + request.fee_per_period;
    throw new Refusal({ payment_per_period: [atMost(largestCents / 100)] });
  }
  return Number(amountCents);
}

const depositCents = (request: SolveFor<'deposit'>): number =>
  finish(
    solveDeposit(
      {
        openingCents: request.opening_balance,
        months: request.duration_months,
        annualRateMillionths: request.annual_interest_rate,
      },
      request.target_amount,
    ),
  );

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

/**
 * Whether the schedule has about at most `targetPeriods` rows. Computed in doubles and without rounding, which costs a
 * fraction of a schedule. The estimate may be wrong by as much as a cent in each payment.
 */
function likelyEndsBy(targetPeriods: number, plan: Plan, { paidCents, offset }: Extras): boolean {
  const { terms, periods, phases } = plan;
  if (targetPeriods >= periods) return true;
  const daysByPeriod = terms.dayCount === 'actual_365' ? plan.dueDates()?.days : undefined;
  let balance = terms.principalCents;
  let level = 0;
  for (const { firstPeriod, lastPeriod, rate, annuity } of phases) {
    const dailyRate = rate.annualRateMillionths / 365e8;
    if (annuity) {
      const repaid = balance - Math.min(terms.residualCents, balance);
      level = (balance * rate.approximate + repaid * annuity.sinkingFundFactor) / annuity.shares;
    }
    for (let period = firstPeriod; period <= Math.min(lastPeriod, targetPeriods); period++) {
      const bearing = offset ? Math.max(balance - offsetCents(offset, period), 0) : balance;
      const interest = bearing * (daysByPeriod ? dailyRate * daysByPeriod[period]! : rate.approximate);
      const regular = annuity ? Math.max(level, interest) : interest;
      balance += interest - regular - (paidCents ? paidCents[period]! : 0);
      if (balance <= 0) return true;
    }
  }
  return false;
}
