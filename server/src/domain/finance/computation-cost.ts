/** What a computation costs in the rate limit: rows times steps. A step takes about as long as one schedule. */
import type { calculationInputs } from 'contract/calculations/calculations.ts';
import type { CalculationKind } from 'contract/calculations/calculations.constants.ts';
import type { SolveBody, StressBody } from 'contract/scenarios/scenarios.ts';
import { periodsOf } from 'contract/scenarios/scenarios.constants.ts';
import type { z } from 'zod';

/** The schedules with and without extra payments. */
const scenarioSteps = 2;
/** The steps of the search in addition to those of the scenario; it ends near its estimate. */
const searchSteps = 6;

/** Two ways of paying an offer, with the searches for their rates. Their rows are not returned. */
const offerSteps = 4;

/** The cost keyed by the kind of a saved calculation. */
export const calculationCost: {
  [Kind in CalculationKind]: (input: z.output<(typeof calculationInputs)[Kind]>) => number;
} = {
  loan: ({ duration_months }) => duration_months,
  scenario: (scenario) => periodsOf(scenario) * scenarioSteps,
  savings: ({ duration_months }) => duration_months,
  switch: ({ current, offers }) =>
    offers.reduce(
      (cost, { duration_months = current.duration_months }) => {
        return cost + periodsOf({ ...current, duration_months }) * offerSteps;
      },
      periodsOf(current) * scenarioSteps,
    ),
  take_home_pay: () => 1,
};

export const stressCost = ({ scenario, added_rates }: z.output<typeof StressBody>): number =>
  calculationCost.scenario(scenario) * (1 + added_rates.length);

export function solutionCost(request: z.output<typeof SolveBody>): number {
  switch (request.solve_for) {
    case 'extra_payment':
      return periodsOf(request.scenario) * (scenarioSteps + searchSteps);
    case 'total_loan_amount':
      return periodsOf(request);
    case 'deposit':
      return request.duration_months * searchSteps;
  }
}
