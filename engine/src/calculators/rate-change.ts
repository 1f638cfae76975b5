import type { Scenario } from 'contract/scenarios/scenario-fields.ts';
import { dueDates } from 'engine/schedules/due-dates.ts';
import { planOf } from 'engine/schedules/plan.ts';
import { schedulesOf } from 'engine/schedules/scenario.ts';
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';
import { extraCentsAt, type Schedule } from 'engine/schedules/schedule.ts';
import type { StressBody, StressedLoan } from 'contract/scenarios/scenarios.ts';
import type { Slices } from 'engine/slices.ts';
import { termsOf } from './scenario.ts';

interface RateChange {
  /** The day of the change, as YYYY-MM-DD. */
  date: string;
  /** Due dates of a loan without a start date are counted from this day. */
  rateDay: string;
  addedMillionths: number;
}

/**
 * The first payment due after the change, without extra payments: at the saved rates, and at rates that the change
 * raises from that payment on. Null if the loan is over by then.
 */
export function paymentAfterRateChange(request: Scenario, { date, rateDay, addedMillionths }: RateChange) {
  const terms = termsOf(request);
  const plan = planOf(terms);
  const { dates } = dueDates(terms.startDate ?? rateDay, terms.paymentFrequency, plan.periods);
  const changedOn = Number(date.replaceAll('-', ''));
  const period = dates.findIndex((due, index) => index > 0 && due > changedOn);
  const { schedule: saved } = schedulesOf(plan);
  if (period < 1 || period > saved.length) return null;
  const { schedule: raised } = schedulesOf(planOf(withRatesRaisedFrom(period, terms, addedMillionths)));
  return { beforeCents: regularCentsAt(saved, period), afterCents: regularCentsAt(raised, period) };
}

const regularCentsAt = (schedule: Schedule, period: number) =>
  schedule.paymentCents[period]! - extraCentsAt(schedule, period);

export function withRatesRaisedFrom(
  period: number,
  terms: ScenarioTerms,
  addedMillionths: number,
): ScenarioTerms {
  const rates = [{ period: 1, annualRateMillionths: terms.annualRateMillionths }, ...terms.rateChanges];
  const { annualRateMillionths } = rates.findLast((rate) => rate.period <= period)!;
  const [first, ...rateChanges] = [
    ...rates.filter((rate) => rate.period < period),
    ...[{ period, annualRateMillionths }, ...rates.filter((rate) => rate.period > period)].map((rate) => ({
      ...rate,
      annualRateMillionths: Math.max(0, rate.annualRateMillionths + addedMillionths),
    })),
  ];
  return { ...terms, annualRateMillionths: first!.annualRateMillionths, rateChanges };
}

export function* stressResult({ scenario, added_rates }: StressBody): Slices<StressedLoan[]> {
  const terms = termsOf(scenario);
  const { schedule: unchanged } = schedulesOf(planOf(terms));
  const loans: StressedLoan[] = [];
  for (const addedMillionths of added_rates) {
    yield;
    const { schedule: raised } = schedulesOf(planOf(withRatesRaisedFrom(1, terms, addedMillionths)));
    loans.push({
      added_rate: addedMillionths / 1e6,
      payment: raised.regularPaymentCents / 100,
      total_interest_paid: raised.totalInterestCents / 100,
      payment_increase: (raised.regularPaymentCents - unchanged.regularPaymentCents) / 100,
    });
  }
  return loans;
}
