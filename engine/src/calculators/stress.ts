import type { StressBody, StressedLoan } from 'contract/scenarios/scenarios.ts';
import { planOf } from 'engine/schedules/plan.ts';
import { schedulesOf } from 'engine/schedules/scenario.ts';
import type { Slices } from 'engine/slices.ts';
import { withRatesRaisedFrom } from './rate-change.ts';
import { termsOf } from './scenario.ts';

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
