import type {
  Scenario as ScenarioRequest,
  ScenarioWithoutExtraPayments,
} from 'contract/scenarios/scenario-fields.ts';
import { periodsOf } from 'contract/scenarios/scenarios.constants.ts';
import type { ScenarioResult, ScenarioRow } from 'contract/scenarios/scenarios.ts';
import { dateText } from 'engine/schedules/due-dates.ts';
import { offsetCents } from 'engine/schedules/extras.ts';
import type { Fees } from 'engine/schedules/fees.ts';
import { calculateScenario, type Scenario } from 'engine/schedules/scenario.ts';
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';
import { extraCentsAt, interestCentsAt, principalCentsAt } from 'engine/schedules/schedule.ts';
import type { Year } from 'engine/schedules/yearly.ts';

export const scenarioResult = (request: ScenarioRequest): ScenarioResult => resultOfTerms(termsOf(request));

/** The scenario of a request in the engine's terms. `to_period` defaults to the last period. */
export function termsOf(request: ScenarioRequest): ScenarioTerms {
  const periods = periodsOf(request);
  return {
    ...termsWithoutExtraPayments(request),
    extraPayments: request.extra_payments.map((extra) => ({
      amountCents: extra.amount,
      fromPeriod: extra.from_period,
      toPeriod: extra.to_period ?? periods,
    })),
  };
}

export const termsWithoutExtraPayments = (scenario: ScenarioWithoutExtraPayments): ScenarioTerms => ({
  principalCents: scenario.total_loan_amount,
  durationMonths: scenario.duration_months,
  annualRateMillionths: scenario.annual_interest_rate,
  compounding: scenario.compounding_frequency,
  paymentFrequency: scenario.payment_frequency,
  paymentBasis: scenario.payment_basis,
  interestOnlyPeriods: scenario.interest_only_periods,
  residualCents: scenario.residual_amount,
  rateChanges: scenario.rate_changes.map((change) => ({
    period: change.period,
    annualRateMillionths: change.annual_interest_rate,
  })),
  extraPayments: [],
  lumpSums: scenario.lump_sums.map((lumpSum) => ({ period: lumpSum.period, amountCents: lumpSum.amount })),
  offset: {
    balanceCents: scenario.offset.balance,
    depositPerPeriodCents: scenario.offset.deposit_per_period,
  },
  fees: feesOf(scenario.fees),
  dayCount: scenario.day_count,
  startDate: scenario.start_date,
});

export const feesOf = (fees: ScenarioRequest['fees']): Fees => ({
  upfrontCents: fees.upfront,
  perPeriodCents: fees.per_period,
  perYearCents: fees.per_year,
});

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
