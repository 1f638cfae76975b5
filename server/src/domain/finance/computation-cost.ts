/**
 * What a computation costs in the rate limit: the microseconds of CPU time that the dearest request of its size takes.
 * `bench/engine/prices.ts` holds every figure within 1.5 times of the measured time.
 */
import type { calculationInputs } from 'contract/calculations/calculations.ts';
import type { CalculationKind } from 'contract/calculations/calculations.constants.ts';
import type { FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
import type { SolveBody, StressBody } from 'contract/scenarios/scenarios.ts';
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
  /** What is projected from a loan, with the searches of its goals. */
  projections: 2_000,
} as const;

const { leastCost } = rateLimits.computation;

/** The search for the largest price goes through all thresholds of a place. */
const buyingCost = 2 * leastCost;

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
  buying: () => buyingCost,
  study_loan: () => leastCost,
  statement: ({ transactions, offset_balances }) =>
    (transactions.length + offset_balances.length) * microseconds.statement,
};

/** The check, and what is projected from it. At most the whole limit, so that the largest loan can be calculated. */
export const followedLoanCost = ({ transactions, offset_accounts }: FollowedLoanInput): number => {
  const balances = offset_accounts.reduce((count, account) => count + account.balances.length, 0);
  const cost = 2 * ((transactions?.length ?? 0) + balances) * microseconds.statement;
  return Math.min(cost + microseconds.projections, rateLimits.computation.max);
};

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
