/**
 * The time of a scenario with all options as a ratio to the plain schedule, measured in one run, and the time of solving
 * for an extra payment.
 *
 *     npx tsx bench/engine/scenario-speed.ts
 */
import { periodCount } from 'contract/scenarios/scenarios.constants.ts';
import { calculateLoan, withoutOptions } from 'server/src/domain/finance/engine/loan.ts';
import { calculateScenario } from 'server/src/domain/finance/engine/scenario.ts';
import type { ScenarioTerms } from 'server/src/domain/finance/engine/scenario-terms.ts';
import { solveExtraPayment } from 'server/src/domain/finance/engine/solve-extra-payment.ts';
import { takeTurns } from './turns.ts';

const loan = {
  principalCents: 50_000_000,
  durationMonths: 360,
  annualRateMillionths: 6_190_000,
  compounding: 'monthly',
} as const;

const plain = withoutOptions(loan);

/** Every option that monthly payments allow together. */
const allOptions: ScenarioTerms = {
  ...plain,
  interestOnlyPeriods: 24,
  residualCents: 2_000_000,
  rateChanges: [25, 61, 121].map((period, index) => ({
    period,
    annualRateMillionths: 6_000_000 + index * 450_000,
  })),
  extraPayments: [
    { amountCents: 10_000, fromPeriod: 1, toPeriod: 360 },
    { amountCents: 5_000, fromPeriod: 30, toPeriod: 90 },
  ],
  lumpSums: [{ period: 100, amountCents: 500_000 }],
  offset: { balanceCents: 1_000_000, depositPerPeriodCents: 5_000 },
  fees: { upfrontCents: 60_000, perPeriodCents: 1_000 },
  startDate: '2026-01-31',
};

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
  console.log(
    `${name}: ${otherMicros.toFixed(0)} µs, the plain schedule ${plainMicros.toFixed(0)} µs, ` +
      `ratio ${ratio.toFixed(2)} (goal: under ${scenarioGoal})`,
  );
  if (ratio >= scenarioGoal) process.exitCode = 1;
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
  solveExtraPayment(terms, periods - 1);
  const times = [0.1, 0.5, 0.75, 0.95].map((part) => {
    const before = process.cpuUsage();
    solveExtraPayment(terms, Math.ceil(part * periods));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  const worst = Math.max(...times);
  console.log(`solve, ${name}: at most ${worst.toFixed(1)} ms (goal: under ${solveGoalMs})`);
  if (worst >= solveGoalMs) process.exitCode = 1;
}
