/** What the contract of a loan planned. */
import type { FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import {
  daysOfLoan,
  followedLoanLimits,
  monthsCountedUp,
} from 'contract/followed-loans/followed-loans.constants.ts';
import { withoutOptions } from 'engine/calculators/loan.ts';
import { planOf } from 'engine/schedules/plan.ts';
import { contractualSchedule } from 'engine/schedules/scenario.ts';
import { dayOf, monthsAfter, type Steps } from 'engine/statements/days.ts';

export interface LoanPlan {
  result: NonNullable<FollowedLoanResult['plan']>;
  /** What is owed by plan at the end of each day on which it changes, from the start on. */
  owed: Steps;
}

/** Null without a contract, without a rate, or where nothing was owed on the first day. */
export function loanPlan(
  loan: FollowedLoanInput,
  rateMillionths: number | null,
  firstOwedCents: number,
): LoanPlan | null {
  const { plan } = loan;
  const principalCents = plan?.amount ?? firstOwedCents;
  if (!plan || rateMillionths === null || principalCents <= 0) return null;
  const startDate = plan.start_date ?? daysOfLoan(loan).firstDate;
  const durationMonths = monthsCountedUp(startDate, plan.end_date);
  const { minPlanMonths, maxPlanMonths } = followedLoanLimits;
  if (durationMonths < minPlanMonths || durationMonths > maxPlanMonths) return null;
  const start = dayOf(startDate);
  const days = [start, ...Array.from({ length: durationMonths }, (_, row) => monthsAfter(start, row + 1))];
  days[durationMonths] = dayOf(plan.end_date);
  const interestOnlyPeriods = days
    .slice(1, -1)
    .filter((day) => plan.interest_only_until !== undefined && day <= dayOf(plan.interest_only_until)).length;
  const { contractual } = contractualSchedule(
    planOf({
      ...withoutOptions({
        principalCents,
        durationMonths,
        annualRateMillionths: rateMillionths,
        compounding: 'monthly',
      }),
      interestOnlyPeriods,
    }),
  );
  const values = days.map((_, row) => (row === durationMonths ? 0 : contractual.balanceCents[row]!));
  return {
    result: {
      source: plan.start_date === undefined ? 'first_day' : 'contract',
      start_date: startDate,
      end_date: plan.end_date,
      amount: principalCents / 100,
      annual_interest_rate: rateMillionths / 1e6,
      duration_months: durationMonths,
      payment: contractual.paymentCents[interestOnlyPeriods + 1]! / 100,
    },
    owed: { days, values },
  };
}
