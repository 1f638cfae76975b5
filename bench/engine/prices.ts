/**
 * The price of each kind of computation in the rate limit, compared with its measured CPU time: the reading of the request,
 * the computation and the writing of the response. The dearest request of each kind must be priced within 1.5 times of one
 * factor, so that no kind takes more of the processor within the limit than another, and no other request below it.
 *
 *     npx tsx bench/engine/prices.ts
 */
import { rateLimits } from 'contract/limits.ts';
import { SavingsBody, SolveBody, StressBody } from 'contract/scenarios/scenarios.ts';
import { Scenario } from 'contract/scenarios/scenario-fields.ts';
import { SwitchBody } from 'contract/scenarios/switching-fields.ts';
import { StatementBody } from 'contract/statements/statement-fields.ts';
import { savingsResult } from 'engine/calculators/savings.ts';
import { scenarioResult } from 'engine/calculators/scenario.ts';
import { solveResult } from 'engine/calculators/solve.ts';
import { statementResult } from 'engine/calculators/statement.ts';
import { stressResult } from 'engine/calculators/stress.ts';
import { switchResult } from 'engine/calculators/switch.ts';
import { finish } from 'engine/slices.ts';
import {
  calculationCost,
  solutionCost,
  stressCost,
} from '../../server/src/domain/finance/computation-cost.ts';
import { loanBody, scenarioBody, switchBody } from '../http/bodies.ts';
import { statementBody } from './statement-bodies.ts';
import { reportMost } from '../report.ts';
import { takeTurns } from './turns.ts';

const largestDeviation = 1.5;
const mostPercent = 5;
const { leastCost } = rateLimits.computation;

interface Priced<Request> {
  schema: { parse: (body: unknown) => Request };
  price: (request: Request) => number;
  compute: (request: Request) => unknown;
}

const scenario = { schema: Scenario, price: calculationCost.scenario, compute: scenarioResult };
const savings = { schema: SavingsBody, price: calculationCost.savings, compute: savingsResult };
const stress = {
  schema: StressBody,
  price: stressCost,
  compute: (body: StressBody) => finish(stressResult(body)),
};
const solve = {
  schema: SolveBody,
  price: solutionCost,
  compute: (body: SolveBody) => finish(solveResult(body)),
};
const switching = {
  schema: SwitchBody,
  price: calculationCost.switch,
  compute: (body: SwitchBody) => finish(switchResult(body)),
};
const statement = {
  schema: StatementBody,
  price: calculationCost.statement,
  compute: (body: StatementBody) => finish(statementResult(body)),
};

/** At high rates over many rows, the search for the payment takes longest. */
const dearest = {
  ...loanBody(600),
  annual_interest_rate: 20,
  payment_frequency: 'weekly',
};
const ordinary = loanBody(360);
const { extra_payments: _extra, ...ordinaryWithOptions } = scenarioBody;
const offers = [15, 16, 17].map((rate) => ({
  annual_interest_rate: rate,
  split: { amount: 200_000, annual_interest_rate: 15.5, fixed_periods: 36, revert_rate: 16.4 },
}));
const savingsBody = { opening_balance: 1_000, deposit_per_month: 500, annual_interest_rate: 4.5 };
const depositBody = {
  solve_for: 'deposit',
  opening_balance: 1_000,
  target_amount: 900_000,
  annual_interest_rate: 4.5,
};
const addedRates = [1, 2, 3, 4, 5];
const reference = () => JSON.stringify(scenarioResult(Scenario.parse(ordinary)));

/** Microseconds of CPU time for each unit of the price. */
function unitMicros<Request>({ schema, price, compute }: Priced<Request>, body: object): number {
  const { otherMicros } = takeTurns(reference, () => JSON.stringify(compute(schema.parse(body))));
  return otherMicros / Math.max(leastCost, price(schema.parse(body)));
}

const extraPayment = (body: object, target_periods: number) =>
  unitMicros(solve, { solve_for: 'extra_payment', scenario: body, target_periods });

const dear: [name: string, micros: number][] = [
  ['scenario', unitMicros(scenario, dearest)],
  ['stress', unitMicros(stress, { scenario: dearest, added_rates: addedRates })],
  ['extra payment', extraPayment(dearest, 1_560)],
  ['deposit', unitMicros(solve, { ...depositBody, duration_months: 600 })],
  ['savings', unitMicros(savings, { ...savingsBody, duration_months: 600 })],
  [
    'switch to one offer',
    unitMicros(switching, { current: dearest, offers: [{ annual_interest_rate: 15 }] }),
  ],
  ['switch to three split offers', unitMicros(switching, { current: dearest, offers })],
  ['statement of 5,000 rows with wrong rates', unitMicros(statement, statementBody(5_000, 2, 6.13))],
];
const others: [name: string, micros: number][] = [
  ['scenario', unitMicros(scenario, ordinary)],
  ['scenario with options', unitMicros(scenario, scenarioBody)],
  ['stress', unitMicros(stress, { scenario: ordinaryWithOptions, added_rates: addedRates })],
  ['extra payment', extraPayment(ordinary, 200)],
  ['extra payment with options', extraPayment(ordinaryWithOptions, 200)],
  ['switch to three offers', unitMicros(switching, switchBody)],
  ['statement of 5,000 rows', unitMicros(statement, statementBody(5_000, 30))],
  ['statement of two years', unitMicros(statement, statementBody(240, 10))],
];

const factor = Math.sqrt(least(dear) * most(dear));
for (const [name, micros] of dear) {
  reportMost(
    `dearest ${name}, from one factor`,
    Math.max(micros / factor, factor / micros),
    largestDeviation,
    'times',
  );
}
for (const [name, micros] of others) {
  reportMost(`ordinary ${name}, above the factor`, micros / factor, largestDeviation, 'times');
}
const percent = ((rateLimits.computation.max * factor) / (rateLimits.computation.windowSeconds * 1e6)) * 100;
reportMost('of a processor for one address', percent, mostPercent, '%');

function least(figures: typeof dear): number {
  return Math.min(...figures.map(([, micros]) => micros));
}

function most(figures: typeof dear): number {
  return Math.max(...figures.map(([, micros]) => micros));
}
