/**
 * The time of a scenario with all options as a ratio to the plain schedule, measured in one run, and the time of solving
 * for an extra payment.
 *
 *     npx tsx bench/engine/scenario-speed.ts
 */
import { Scenario } from 'contract/scenarios/scenario-fields.ts';
import { periodCount } from 'contract/scenarios/scenarios.constants.ts';
import { calculateLoan, withoutOptions } from 'engine/calculators/loan.ts';
import { calculateScenario } from 'engine/schedules/scenario.ts';
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';
import { solveExtraPayment } from 'engine/calculators/solve.ts';
import { termsOf } from 'engine/calculators/scenario.ts';
import { finish } from 'engine/slices.ts';
import { scenarioBody } from '../http/bodies.ts';
import { reportMost } from '../report.ts';
import { cpuMs, takeTurns } from './turns.ts';

const loan = {
  principalCents: 50_000_000,
  durationMonths: 360,
  annualRateMillionths: 6_190_000,
  compounding: 'monthly',
} as const;

const plain = withoutOptions(loan);

const allOptions = termsOf(Scenario.parse(scenarioBody));

const scenarioGoal = 5;
const scenarios: [name: string, terms: ScenarioTerms][] = [
  ['a plain loan', plain],
  ['all options', allOptions],
  ['all options, actual days', { ...allOptions, dayCount: 'actual_365' }],
];
for (const [name, terms] of scenarios) {
  let call = 0;
  const { plainMicros, otherMicros, ratio } = takeTurns(
    () => calculateLoan({ ...loan, principalCents: loan.principalCents + (call++ % 1_009) }),
    () => calculateScenario({ ...terms, principalCents: loan.principalCents + (call++ % 1_009) }),
  );
  const figures = `${otherMicros.toFixed(0)} µs, the plain schedule ${plainMicros.toFixed(0)} µs`;
  reportMost(`${name}: ${figures}`, ratio, scenarioGoal, 'times');
}

const solveGoalMs = 30;
const hard: ScenarioTerms = {
  ...plain,
  durationMonths: 600,
  compounding: 'daily',
  annualRateMillionths: 30_000_000,
  rateChanges: Array.from({ length: 120 }, (_, index) => ({
    period: 2 + index,
    annualRateMillionths: 20_000_000 + index * 70_001,
  })),
  paymentFrequency: 'weekly',
};
const solves: [name: string, terms: ScenarioTerms][] = [
  ['a plain loan', plain],
  ['all options', allOptions],
  ['600 months of weeks', { ...allOptions, durationMonths: 600, paymentFrequency: 'weekly' }],
  [
    'half a month’s payment',
    { ...allOptions, paymentFrequency: 'fortnightly', paymentBasis: 'half_monthly' },
  ],
  ['the largest loan in weeks, daily compounding, 120 rates', { ...hard, principalCents: 1e14 }],
  ['the unrounded path in weeks, daily compounding, 120 rates', { ...hard, principalCents: 1_000_000 }],
];
for (const [name, terms] of solves) {
  const periods = periodCount(terms.durationMonths, terms.paymentFrequency);
  // The first run is not measured, because V8 compiles in it.
  finish(solveExtraPayment(terms, periods - 1));
  let worst = 0;
  for (const part of [0.1, 0.5, 0.75, 0.95]) {
    worst = Math.max(worst, await cpuMs(() => finish(solveExtraPayment(terms, Math.ceil(part * periods)))));
  }
  reportMost(`solving for an extra payment, ${name}`, worst, solveGoalMs, 'ms of CPU');
}
