/**
 * Compares random scenarios with the exact reference, figure by figure and cell by cell.
 *
 *     npx tsx bench/engine/scenario-exactness.ts [scenarios] [seed]
 *
 * The default of 100,000 scenarios takes an hour or more. Ends with code 1 if anything differs.
 */
import { calculateScenario, type Scenario } from 'engine/schedules/scenario.ts';
import { dateText } from 'engine/schedules/due-dates.ts';
import { offsetCents } from 'engine/schedules/extras.ts';
import { extraCentsAt, interestCentsAt, principalCentsAt } from 'engine/schedules/schedule.ts';
import { type ExactScenario, exactScenario } from 'engine/test/exact-scenario.ts';
import { sampleScenarios } from 'engine/test/scenario-arbitraries.ts';
import { type Cell, compareCells } from './compare-cells.ts';

compareCells({
  noun: 'scenarios',
  count: 100_000,
  sample: sampleScenarios,
  expected: (terms) => cellsOfReference(exactScenario(terms)),
  actual: (terms) => cellsOfEngine(calculateScenario(terms)),
});

function cellsOfEngine(scenario: Scenario): Cell[] {
  const { plan, schedule, contractual } = scenario;
  const dueDates = plan.dueDates();
  const rateAt = (period: number) =>
    plan.phases.findLast(({ firstPeriod }) => firstPeriod <= period)?.rate.annualRateMillionths ?? NaN;
  const cells = Array.from({ length: schedule.length }, (_, index): Cell[] => {
    const period = index + 1;
    return [
      schedule.paymentCents[period]!,
      principalCentsAt(schedule, period),
      interestCentsAt(schedule, period),
      schedule.balanceCents[period]!,
      extraCentsAt(schedule, period),
      offsetCents(plan.terms.offset, period),
      rateAt(period),
      dueDates ? dateText(dueDates.dates[period]!) : null,
    ];
  });
  return [
    schedule.regularPaymentCents,
    schedule.totalInterestCents,
    contractual.totalInterestCents,
    contractual.length,
    scenario.effectiveMonthlyRatePercent,
    scenario.totalInterestPercent,
    scenario.comparisonRatePercent,
    ...cells.flat(),
  ];
}

function cellsOfReference(exact: ExactScenario): Cell[] {
  return [
    Number(exact.payment),
    Number(exact.totalInterest),
    Number(exact.contractualInterest),
    exact.contractualPeriods,
    Number(exact.rateUnits) / 1e5,
    Number(exact.interestPercentUnits) / 100,
    exact.comparisonHundredths === null ? null : Number(exact.comparisonHundredths) / 100,
    ...exact.rows.flat().map((cell) => (typeof cell === 'bigint' ? Number(cell) : cell)),
  ];
}
