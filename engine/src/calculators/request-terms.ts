import type { Scenario, ScenarioWithoutExtraPayments } from 'contract/scenarios/scenario-fields.ts';
import { periodsOf } from 'contract/scenarios/scenarios.constants.ts';
import type { Fees } from 'engine/schedules/fees.ts';
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';

/** The scenario of a request in the engine's terms. `to_period` defaults to the last period. */
export function termsOf(request: Scenario): ScenarioTerms {
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

export const feesOf = (fees: Scenario['fees']): Fees => ({
  upfrontCents: fees.upfront,
  perPeriodCents: fees.per_period,
  perYearCents: fees.per_year,
});
