/**
 * What a computation costs in the rate limit: the microseconds of CPU time that the dearest request of its size takes.
 * `bench/engine/prices.ts` holds every figure within 1.5 times of the measured time, but that of the check of a followed loan, which
 * is charged twice up to the price of the largest, and of what costs less than the least price.
 */
import type { calculationInputs } from 'contract/calculations/calculations.ts';
import type { CalculationKind } from 'contract/calculations/calculations.constants.ts';
import type {
  FollowedLoanInput,
  FollowLoanBody,
  LoanGoal,
} from 'contract/followed-loans/followed-loan-fields.ts';
import { daysOfLoan, monthsCountedUp } from 'contract/followed-loans/followed-loans.constants.ts';
import type { SolveBody, StressBody } from 'contract/scenarios/scenarios.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { rateLimits } from 'contract/limits.ts';
import { periodsOf } from 'contract/scenarios/scenarios.constants.ts';
import type { z } from 'zod';

/** For each row. */
const microseconds = {
  loan: 1,
  /** The schedules with and without extra payments, and their text. */
  scenario: 1.4,
  /** A schedule of which only the sums are returned. */
  schedule: 0.65,
  /** A scenario with the search for its extra payment, which ends near its estimate. */
  extraPayment: 2.2,
  /** Two ways of paying an offer, with the searches for the rates at which it stops being better. */
  offer: 20,
  savings: 0.6,
  /** The search for the deposit of a month. */
  deposit: 0.95,
  /** Every convention, twice where the rates of the request do not explain every charge. */
  statement: 20,
  /** The search for what may prove a charge right that differs. */
  differing: 4_000,
  /** A row or a balance of a loan that is read without a check. */
  account: 4.5,
  /** What is projected from a loan. */
  projections: 2_000,
  /** The search for what a goal needs, for each month until its date. */
  goal: 6,
} as const;

const { leastCost } = rateLimits.computation;

/** A projection ends after 600 charges. */
const longestMonths = 600;

/** The cost keyed by the kind of a saved calculation. */
export const calculationCost: {
  [Kind in CalculationKind]: (input: z.output<(typeof calculationInputs)[Kind]>) => number;
} = {
  loan: ({ duration_months }) => duration_months * microseconds.loan,
  scenario: (scenario) => periodsOf(scenario) * microseconds.scenario,
  savings: ({ duration_months }) => duration_months * microseconds.savings,
  switch: ({ current, offers }) =>
    offers.reduce(
      (cost, { duration_months = current.duration_months }) => {
        return cost + periodsOf({ ...current, duration_months }) * microseconds.offer;
      },
      periodsOf(current) * microseconds.scenario,
    ),
  take_home_pay: () => leastCost,
  buying: () => leastCost,
  study_loan: () => leastCost,
  statement: ({ transactions, offset_balances }) =>
    (transactions.length + offset_balances.length) * microseconds.statement,
};

/** Two of the largest loans fit into the limit of one address, as of two owners at home, and smaller computations beside them. */
export const mostCost = rateLimits.computation.max / 2 - 10 * leastCost;
const atMost = (cost: number): number => Math.min(cost, mostCost);

const rowsOf = ({ transactions, offset_accounts }: FollowedLoanInput): number =>
  offset_accounts.reduce((count, { balances }) => count + balances.length, transactions?.length ?? 0);

/** What is projected from a loan, with the searches of its goals. */
function projectionsCost(loan: FollowedLoanInput, goals: readonly LoanGoal[]): number {
  const { lastDate } = daysOfLoan(loan);
  return goals.reduce<number>((cost, { date }) => {
    const months = Math.min(Math.max(monthsCountedUp(lastDate, date), 0), longestMonths);
    return cost + months * microseconds.goal;
  }, microseconds.projections);
}

/** The check, and what is projected from it. */
export const followedLoanCost = (request: FollowLoanBody): number =>
  atMost(2 * rowsOf(request) * microseconds.statement + projectionsCost(request, request.goals));

/** Which charges of a check are called wrong. */
export const supportedLoanCost = ({ totals }: Pick<StatementResult, 'totals'>): number =>
  atMost(totals.differing * microseconds.differing);

/** The goals of loans, without a check. */
export const loanObjectivesCost = (
  loans: readonly { loan: FollowedLoanInput; goals: readonly LoanGoal[] }[],
): number =>
  atMost(
    loans.reduce(
      (cost, { loan, goals }) => cost + rowsOf(loan) * microseconds.account + projectionsCost(loan, goals),
      0,
    ),
  );

/** A comparison with an average rate is charged like a switch with one offer, which it is without its search. */
export const rateGapCost = (months: number): number => months * (microseconds.scenario + microseconds.offer);

export const stressCost = ({ scenario, added_rates }: z.output<typeof StressBody>): number =>
  periodsOf(scenario) * microseconds.schedule * (1 + added_rates.length);

export function solutionCost(request: z.output<typeof SolveBody>): number {
  switch (request.solve_for) {
    case 'extra_payment':
      return periodsOf(request.scenario) * microseconds.extraPayment;
    case 'total_loan_amount':
      return leastCost;
    case 'deposit':
      return request.duration_months * microseconds.deposit;
  }
}
