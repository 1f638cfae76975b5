import type { FollowedLoanInput, LoanGoal } from 'contract/followed-loans/followed-loan-fields.ts';
import type { GoalProgress, LoanHeadline } from 'contract/followed-loans/followed-loan-result.ts';
import { daysOfLoan } from 'contract/followed-loans/followed-loans.constants.ts';
import { borrowedCents, goalProgress, goalStand } from 'engine/followed-loans/loan-goals.ts';
import { datesOfMonthEnds, owedByDay } from 'engine/followed-loans/loan-months.ts';
import { offsetBalancesOf } from 'engine/followed-loans/loan-state.ts';
import { project } from 'engine/followed-loans/projection.ts';
import type { Slices } from 'engine/slices.ts';
import { addStep, dayOf, newSteps, valueOn } from 'engine/statements/days.ts';
import { projectionTerms } from './followed-loan.ts';

export interface LoanObjective extends GoalProgress {
  /** What was borrowed, for `pay_off`. */
  target_amount: number;
  history: { date: string; amount: number }[];
}

/** What was owed when the loan was taken, as far as it is known. */
export const borrowedOf = (loan: FollowedLoanInput): number =>
  borrowedCents(loan, valueOn(owedByDay(loan), dayOf(daysOfLoan(loan).firstDate)));

/** The progress of goals of one loan, with the convention and the rate of its last check. */
export function* loanObjectives(
  loan: FollowedLoanInput,
  { convention, rate }: Pick<LoanHeadline, 'convention' | 'rate'>,
  goals: readonly LoanGoal[],
): Slices<LoanObjective[]> {
  const { firstDate, lastDate } = daysOfLoan(loan);
  const rateMillionths = rate && Math.round(rate.annual_interest_rate * 1e6);
  const terms = projectionTerms(loan, lastDate, convention, rateMillionths);
  const projection = project(terms);
  const owed = owedByDay(loan);
  const offsets = newSteps();
  addStep(offsets, -Infinity, 0);
  for (const { date, balance } of offsetBalancesOf(loan, lastDate)) addStep(offsets, dayOf(date), balance);
  const startCents = borrowedOf(loan);
  const dates = new Set([firstDate, ...datesOfMonthEnds(dayOf(firstDate), dayOf(lastDate)), lastDate]);
  const objectives: LoanObjective[] = [];
  for (const goal of goals) {
    const progress = yield* goalProgress(goal, startCents, terms, projection);
    const history = [...dates].map((date) => {
      const [owedCents, offsetCents] = [valueOn(owed, dayOf(date)), valueOn(offsets, dayOf(date))];
      const stand = goalStand(goal, startCents, { owedCents, offsetCents });
      return { date, amount: stand.currentCents / 100 };
    });
    objectives.push({ ...progress, target_amount: (goal.amount ?? startCents) / 100, history });
  }
  return objectives;
}
