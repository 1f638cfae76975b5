import * as fc from 'fast-check';
import { finish } from 'engine/slices.ts';
import { expect, it } from 'vitest';
import { exactScenario } from './exact-scenario.ts';
import { anyScenario } from './scenario-arbitraries.ts';
import { dateText } from 'engine/schedules/due-dates.ts';
import { planOf } from 'engine/schedules/plan.ts';
import { calculateScenario, schedulesOf } from 'engine/schedules/scenario.ts';
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';
import { extraCentsAt, interestCentsAt } from 'engine/schedules/schedule.ts';
import { solveExtraPayment, withExtraPayment } from 'engine/calculators/solve.ts';

const scheduleOf = (terms: ScenarioTerms) => schedulesOf(planOf(terms)).schedule;

it('calculateScenario equals the exact reference in every figure and cell', () => {
  fc.assert(
    fc.property(anyScenario, (terms) => {
      const exact = exactScenario(terms);
      const { plan, schedule, contractual, ...figures } = calculateScenario(terms);
      const dueDates = plan.dueDates();
      expect({
        rows: Array.from({ length: schedule.length }, (_, index) => [
          schedule.paymentCents[index + 1],
          interestCentsAt(schedule, index + 1),
          schedule.balanceCents[index + 1],
          extraCentsAt(schedule, index + 1),
          dueDates ? dateText(dueDates.dates[index + 1] ?? NaN) : null,
        ]),
        payment: schedule.regularPaymentCents,
        interest: [schedule.totalInterestCents, contractual.totalInterestCents],
        contractualPeriods: contractual.length,
        effectiveMonthlyRatePercent: figures.effectiveMonthlyRatePercent,
        comparisonRatePercent: figures.comparisonRatePercent,
        totalFees: figures.totalFeesCents,
      }).toEqual({
        rows: exact.rows.map((row) => [row[0], row[2], row[3], row[4], row[7]].map(numberOf)),
        payment: Number(exact.payment),
        interest: [Number(exact.totalInterest), Number(exact.contractualInterest)],
        contractualPeriods: exact.contractualPeriods,
        effectiveMonthlyRatePercent: Number(exact.rateUnits) / 1e5,
        comparisonRatePercent:
          exact.comparisonHundredths === null ? null : Number(exact.comparisonHundredths) / 100,
        totalFees: exact.totalFees,
      });
    }),
    { numRuns: 25 },
  );
});

const numberOf = (cell: unknown) => (typeof cell === 'bigint' ? Number(cell) : cell);

it('solveExtraPayment finds the smallest extra payment that meets the target, to the cent', () => {
  fc.assert(
    fc.property(anyScenario, fc.nat(), (any, pick) => {
      const terms: ScenarioTerms = { ...any, extraPayments: [] };
      const { periods } = planOf(terms);
      const target = 1 + (pick % periods);
      const amountCents = finish(solveExtraPayment(terms, target));
      const lengthWith = (extraCents: number) =>
        scheduleOf(withExtraPayment(terms, extraCents, periods)).length;
      expect(lengthWith(amountCents)).toBeLessThanOrEqual(target);
      expect(amountCents === 0 || lengthWith(amountCents - 1) > target).toBe(true);
    }),
    { numRuns: 40 },
  );
});
