import { setImmediate } from 'node:timers/promises';
import type { StressBody, StressedLoan } from 'contract/scenarios/scenarios.ts';
import type { z } from 'zod';
import { planOf } from '#domain/finance/engine/plan.ts';
import { schedulesOf } from '#domain/finance/engine/scenario.ts';
import { withRatesRaisedFrom } from './rate-change.service.ts';
import { termsOf } from './scenario.service.ts';

/** Computed in slices, between which other requests are served. */
export async function stressedLoans({
  scenario,
  added_rates,
}: z.output<typeof StressBody>): Promise<StressedLoan[]> {
  const terms = termsOf(scenario);
  const { schedule: unchanged } = schedulesOf(planOf(terms));
  const loans: StressedLoan[] = [];
  for (const addedMillionths of added_rates) {
    await setImmediate();
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
