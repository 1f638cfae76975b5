/**
 * The price of each kind of computation in the rate limit, compared with its measured CPU time: the reading of the request,
 * the computation and the writing of the response. The dearest request of each kind must be priced within 1.5 times of one
 * factor, so that no kind takes more of the processor within the limit than another, and no other request below it.
 *
 *     npx tsx bench/engine/prices.ts
 */
import { BuyingBody } from 'contract/buying/buying-fields.ts';
import { FollowLoanBody } from 'contract/followed-loans/followed-loan-fields.ts';
import type { LoanHeadline } from 'contract/followed-loans/followed-loan-result.ts';
import { rateLimits } from 'contract/limits.ts';
import { SavingsBody, SolveBody, StressBody } from 'contract/scenarios/scenarios.ts';
import { Scenario } from 'contract/scenarios/scenario-fields.ts';
import { SwitchBody } from 'contract/scenarios/switching-fields.ts';
import { StatementBody } from 'contract/statements/statement-fields.ts';
import { StudyLoanBody } from 'contract/study-loan/study-loan.ts';
import { TakeHomePayBody } from 'contract/take-home-pay/take-home-pay.ts';
import { buyingResult } from 'engine/buying/buying.ts';
import { followedLoanResult } from 'engine/calculators/followed-loan.ts';
import { loanObjectives } from 'engine/calculators/loan-objectives.ts';
import { savingsResult } from 'engine/calculators/savings.ts';
import { scenarioResult } from 'engine/calculators/scenario.ts';
import { solveResult } from 'engine/calculators/solve.ts';
import { statementResult } from 'engine/calculators/statement.ts';
import { stressResult } from 'engine/calculators/rate-change.ts';
import { studyLoanResult } from 'engine/calculators/study-loan.ts';
import { takeHomePayResult } from 'engine/calculators/take-home-pay.ts';
import { switchResult } from 'engine/calculators/switch.ts';
import { finish } from 'engine/slices.ts';
import { law, taxYears } from 'engine/test/calculate.ts';
import {
  calculationCost,
  followedLoanCost,
  loanObjectivesCost,
  solutionCost,
  stressCost,
} from '../../server/src/domain/finance/computation-cost.ts';
import { loanBody, payBody, scenarioBody, switchBody } from '../http/bodies.ts';
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

const buying = {
  schema: BuyingBody,
  price: calculationCost.buying,
  compute: (body: BuyingBody) => buyingResult({ rules: law.buyingRules, taxYears }, body),
};
const studyLoan = {
  schema: StudyLoanBody,
  price: calculationCost.study_loan,
  compute: (body: StudyLoanBody) => studyLoanResult({ indexation: law.indexation, taxYears }, body),
};
const pay = {
  schema: TakeHomePayBody,
  price: calculationCost.take_home_pay,
  compute: (body: TakeHomePayBody) => takeHomePayResult(taxYears, body),
};
const followedLoan = {
  schema: FollowLoanBody,
  price: followedLoanCost,
  compute: (body: FollowLoanBody) => finish(followedLoanResult(body, [])),
};
const headline: Pick<LoanHeadline, 'convention' | 'rate'> = {
  convention: {
    balance: 'closing',
    charge_day: 'excluded',
    days_in_year: '365',
    rounded_each: 'charge',
    rounding: 'half_up',
  },
  rate: { annual_interest_rate: 6, source: 'given' },
};
const objectives = {
  schema: FollowLoanBody,
  price: (body: FollowLoanBody) => loanObjectivesCost([{ loan: body, goals: body.goals }]),
  compute: (body: FollowLoanBody) => finish(loanObjectives(body, headline, body.goals)),
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
/** Goals of the far future, which the payments do not reach. */
const goalsOf = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    index % 2
      ? { kind: 'owe_below', amount: 1_000 + index, date: '2075-01-01' }
      : { kind: 'pay_off', date: '2075-01-01' },
  );
const owing = {
  owed: 500_000,
  owed_on: '2026-01-01',
  annual_interest_rate: 6,
  payment: { amount: 578, frequency: 'weekly' },
};
/** The schedule of the plan and the months to its end. */
const planned = { ...owing, plan: { start_date: '2026-01-01', amount: 500_000, end_date: '2075-12-01' } };
const { offset_balances: balances, ...ofStatement } = statementBody(5_000, 30);
const ofRows = {
  ...owing,
  ...ofStatement,
  owed: undefined,
  owed_on: undefined,
  offset_accounts: [{ balances }],
};
const couple = [1, 2].map(() => ({ income: 120_000, study_loan: true }));
const buyingBody = {
  place: 'vic',
  price: 650_000,
  savings: 160_000,
  contract_date: '2026-11-28',
  first_home: true,
  buyers: 2,
  incomes: couple,
  living_costs: 3_000,
  annual_interest_rate: 6,
};
const studyLoanBody = {
  balance: 10_000_000,
  incomes: Array.from({ length: 50 }, (_, year) => 80_000 + year),
  voluntary: 1_000,
  alternative: 'home_loan',
  alternative_rate: 6,
  annual_interest_rate: 6,
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
  ['study loan', unitMicros(studyLoan, studyLoanBody)],
  ['followed loan with a plan', unitMicros(followedLoan, planned)],
  ['followed loan with 20 goals', unitMicros(followedLoan, { ...owing, goals: goalsOf(20) })],
  ['objectives of a loan', unitMicros(objectives, { ...owing, goals: goalsOf(20) })],
  ['objectives of a loan of 5,000 rows', unitMicros(objectives, ofRows)],
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
  ['purchase', unitMicros(buying, buyingBody)],
  ['take-home pay', unitMicros(pay, payBody)],
  ['followed loan', unitMicros(followedLoan, owing)],
  ['followed loan of 5,000 rows', unitMicros(followedLoan, ofRows)],
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
