import { setImmediate } from 'node:timers/promises';
import { periodsOf, type Scenario } from 'contract/scenarios/scenario-fields.ts';
import type { z } from 'zod';
import { aud } from '#domain/finance/written-amounts.ts';
import { dateText } from '#domain/finance/engine/due-dates.ts';
import { offsetCents } from '#domain/finance/engine/extras.ts';
import { calculateScenario, type Scenario as CalculatedScenario } from '#domain/finance/engine/scenario.ts';
import type { ScenarioTerms } from '#domain/finance/engine/scenario-terms.ts';
import { extraCentsAt, interestCentsAt, principalCentsAt } from '#domain/finance/engine/schedule.ts';
import type { Year } from '#domain/finance/engine/yearly.ts';
import { scenarioTerms } from './scenario-terms.ts';

/** The result as JSON text. */
export const scenarioJson = (request: z.output<typeof Scenario>): Promise<string> =>
  scenarioOfTerms(termsOf(request));

/** The result as JSON text. Computed in slices, between which other requests are served. */
export async function scenarioOfTerms(terms: ScenarioTerms): Promise<string> {
  const scenario = calculateScenario(terms);
  await setImmediate();
  return writeScenario(scenario);
}

export function termsOf(request: z.output<typeof Scenario>): ScenarioTerms {
  const periods = periodsOf(request);
  return scenarioTerms(
    request,
    request.extra_payments.map((extra) => ({
      amountCents: extra.amount,
      fromPeriod: extra.from_period,
      toPeriod: extra.to_period ?? periods,
    })),
  );
}

/** Written from cents like the calculator's response, because a serializer would cost more than the calculation. */
export function writeScenario(scenario: CalculatedScenario): string {
  const { plan, schedule, contractual, totalFeesCents } = scenario;
  const payoffPeriod = schedule.length;
  const contractualPeriod = contractual.length;
  const payment = aud(schedule.regularPaymentCents);
  const totalPaymentsCents = plan.terms.principalCents + schedule.totalInterestCents;
  return (
    `{"input_total_loan_amount":${aud(plan.terms.principalCents)}` +
    `,"total_interest_paid":${aud(schedule.totalInterestCents)}` +
    `,"calculated_monthly_payment":${payment}` +
    `,"total_payments_made":${aud(totalPaymentsCents)}` +
    `,"effective_monthly_rate_percent":${scenario.effectiveMonthlyRatePercent}` +
    `,"total_interest_percentage_of_principal":${scenario.totalInterestPercent}` +
    `,"amortization_schedule":[${writeRows(scenario)}]` +
    `,"payment":${payment}` +
    `,"payoff_period":${payoffPeriod}` +
    `,"payoff_date":${dueDateOf(scenario, payoffPeriod)}` +
    `,"total_fees":${aud(totalFeesCents)}` +
    `,"total_cost":${aud(totalPaymentsCents + totalFeesCents)}` +
    `,"comparison_rate_percent":${scenario.comparisonRatePercent}` +
    `,"without_extras":{"total_interest_paid":${aud(contractual.totalInterestCents)}` +
    `,"payoff_period":${contractualPeriod},"payoff_date":${dueDateOf(scenario, contractualPeriod)}}` +
    `,"saved":{"interest":${aud(contractual.totalInterestCents - schedule.totalInterestCents)}` +
    `,"periods":${contractualPeriod - payoffPeriod}}` +
    `,"yearly":[${scenario.yearly.map(writeYear).join(',')}]}`
  );
}

function dueDateOf({ plan }: CalculatedScenario, period: number): string {
  const dueDates = plan.dueDates();
  return dueDates ? `"${dateText(dueDates.dates[period]!)}"` : 'null';
}

function writeRows(scenario: CalculatedScenario): string {
  const { plan, schedule } = scenario;
  const texts: string[] = [];
  for (const { firstPeriod, lastPeriod, rate } of plan.phases) {
    const atRate = `,"annual_interest_rate":${rate.annualRateMillionths / 1e6},"due_date":`;
    const end = Math.min(lastPeriod, schedule.length);
    for (let period = firstPeriod; period <= end; period++) {
      texts.push(
        `{"period":${period},"payment_amount":${aud(schedule.paymentCents[period]!)}` +
          `,"principal_paid":${aud(principalCentsAt(schedule, period))}` +
          `,"interest_paid":${aud(interestCentsAt(schedule, period))}` +
          `,"remaining_balance":${aud(schedule.balanceCents[period]!)}` +
          `,"extra_paid":${aud(extraCentsAt(schedule, period))}` +
          `,"offset_balance":${aud(offsetCents(plan.terms.offset, period))}` +
          `${atRate}${dueDateOf(scenario, period)}}`,
      );
    }
  }
  return texts.join(',');
}

function writeYear({ year, ...total }: Year): string {
  return (
    `{"year":${year},"payment_amount":${aud(total.paymentCents)},"principal_paid":${aud(total.principalCents)}` +
    `,"interest_paid":${aud(total.interestCents)},"fees_paid":${aud(total.feesCents)}` +
    `,"remaining_balance":${aud(total.balanceCents)}}`
  );
}
