import type { Scenario as ScenarioRequest } from 'contract/scenarios/scenario-fields.ts';
import type { ScenarioResult, ScenarioRow } from 'contract/scenarios/scenarios.ts';
import { dateText } from 'engine/schedules/due-dates.ts';
import { offsetCents } from 'engine/schedules/extras.ts';
import { calculateScenario, type Scenario } from 'engine/schedules/scenario.ts';
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';
import { extraCentsAt, interestCentsAt, principalCentsAt } from 'engine/schedules/schedule.ts';
import type { Year } from 'engine/schedules/yearly.ts';
import { termsOf } from './request-terms.ts';

export const scenarioResult = (request: ScenarioRequest): ScenarioResult => resultOfTerms(termsOf(request));

export function resultOfTerms(terms: ScenarioTerms): ScenarioResult {
  const scenario = calculateScenario(terms);
  const { schedule, contractual, totalFeesCents } = scenario;
  const payment = schedule.regularPaymentCents / 100;
  const totalPaymentsCents = terms.principalCents + schedule.totalInterestCents;
  return {
    input_total_loan_amount: terms.principalCents / 100,
    total_interest_paid: schedule.totalInterestCents / 100,
    calculated_monthly_payment: payment,
    total_payments_made: totalPaymentsCents / 100,
    effective_monthly_rate_percent: scenario.effectiveMonthlyRatePercent,
    total_interest_percentage_of_principal: scenario.totalInterestPercent,
    amortization_schedule: rowsOf(scenario),
    payment,
    payoff_period: schedule.length,
    payoff_date: dueDateOf(scenario, schedule.length),
    total_fees: totalFeesCents / 100,
    total_cost: (totalPaymentsCents + totalFeesCents) / 100,
    comparison_rate_percent: scenario.comparisonRatePercent,
    without_extras: {
      total_interest_paid: contractual.totalInterestCents / 100,
      payoff_period: contractual.length,
      payoff_date: dueDateOf(scenario, contractual.length),
    },
    saved: {
      interest: (contractual.totalInterestCents - schedule.totalInterestCents) / 100,
      periods: contractual.length - schedule.length,
    },
    yearly: scenario.yearly.map(yearOf),
  };
}

function dueDateOf({ plan }: Scenario, period: number): string | null {
  const dueDates = plan.dueDates();
  return dueDates ? dateText(dueDates.dates[period]!) : null;
}

function rowsOf(scenario: Scenario): ScenarioRow[] {
  const { plan, schedule } = scenario;
  const rows: ScenarioRow[] = [];
  for (const { firstPeriod, lastPeriod, rate } of plan.phases) {
    const annual_interest_rate = rate.annualRateMillionths / 1e6;
    const end = Math.min(lastPeriod, schedule.length);
    for (let period = firstPeriod; period <= end; period++) {
      rows.push({
        period,
        payment_amount: schedule.paymentCents[period]! / 100,
        principal_paid: principalCentsAt(schedule, period) / 100,
        interest_paid: interestCentsAt(schedule, period) / 100,
        remaining_balance: schedule.balanceCents[period]! / 100,
        extra_paid: extraCentsAt(schedule, period) / 100,
        offset_balance: offsetCents(plan.terms.offset, period) / 100,
        annual_interest_rate,
        due_date: dueDateOf(scenario, period),
      });
    }
  }
  return rows;
}

const yearOf = ({ year, ...total }: Year) => ({
  year,
  payment_amount: total.paymentCents / 100,
  principal_paid: total.principalCents / 100,
  interest_paid: total.interestCents / 100,
  fees_paid: total.feesCents / 100,
  remaining_balance: total.balanceCents / 100,
});
