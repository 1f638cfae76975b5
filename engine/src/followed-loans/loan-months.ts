/** What was owed, will be owed and was planned at the end of each month. */
import type { FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
import type { LoanMonth } from 'contract/followed-loans/followed-loan-result.ts';
import { daysOfLoan } from 'contract/followed-loans/followed-loans.constants.ts';
import { readAccount } from 'engine/statements/account.ts';
import { addStep, dateOf, dayInMonth, dayOf, newSteps, type Steps, valueOn } from 'engine/statements/days.ts';
import type { LoanPlan } from './loan-plan.ts';
import { statementOf } from './loan-state.ts';
import type { Projection } from './projection.ts';

/** What was owed at the end of each day with a row. */
export function owedByDay(loan: FollowedLoanInput): Steps {
  const { lastDate } = daysOfLoan(loan);
  const statement = statementOf(loan, lastDate);
  const steps = newSteps();
  if (!statement) {
    addStep(steps, dayOf(lastDate), loan.owed ?? 0);
    return steps;
  }
  const { openingCents, transactions } = readAccount(statement);
  let balanceCents: number = openingCents;
  for (const { day, effectCents } of transactions) {
    balanceCents += effectCents;
    addStep(steps, day, balanceCents);
  }
  return steps;
}

export function datesOfMonthEnds(firstDay: number, lastDay: number): string[] {
  const dates: string[] = [];
  for (let day = dayInMonth(firstDay, 0, 31); day <= lastDay; day = dayInMonth(day, 1, 31))
    dates.push(dateOf(day));
  return dates;
}

export function loanMonths(
  loan: FollowedLoanInput,
  owed: Steps,
  projection: Projection,
  plan: LoanPlan | null,
): LoanMonth[] {
  const { firstDate, lastDate } = daysOfLoan(loan);
  const today = dayOf(lastDate);
  const knownDays = projection.knownTo === Infinity ? projection.endDay! : projection.knownTo;
  const last = Math.max(today, knownDays, plan?.owed.days.at(-1) ?? today);
  const dates = new Set([firstDate, ...datesOfMonthEnds(dayOf(firstDate), last), lastDate, dateOf(last)]);
  return [...dates].toSorted().map((date) => {
    const day = dayOf(date);
    const isExpected = day >= today && day <= projection.knownTo;
    return {
      date,
      owed: day <= today ? valueOn(owed, day) / 100 : null,
      expected: isExpected ? valueOn(projection.owed, day) / 100 : null,
      planned: plan && day >= plan.owed.days[0]! ? valueOn(plan.owed, day) / 100 : null,
    };
  });
}
