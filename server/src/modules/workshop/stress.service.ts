import type { StressBody, StressedLoan } from 'contract/workshop.ts';
import type { z } from 'zod';
import { planOf } from './engine/plan.ts';
import { schedulesOf } from './engine/scenario.ts';
import type { ScenarioTerms } from './engine/scenario-terms.ts';
import { termsOf } from './scenario.service.ts';

export function stressedLoans({ scenario, added_rates }: z.output<typeof StressBody>): StressedLoan[] {
  const terms = termsOf(scenario);
  const { schedule: standing } = schedulesOf(planOf(terms));
  return added_rates.map((addedMillionths) => {
    const { schedule: raised } = schedulesOf(planOf(withRaisedRates(terms, addedMillionths)));
    return {
      added_rate: addedMillionths / 1e6,
      payment: raised.regularPaymentCents / 100,
      total_interest_paid: raised.totalInterestCents / 100,
      payment_increase: (raised.regularPaymentCents - standing.regularPaymentCents) / 100,
    };
  });
}

function withRaisedRates(terms: ScenarioTerms, addedMillionths: number): ScenarioTerms {
  return {
    ...terms,
    annualRateMillionths: terms.annualRateMillionths + addedMillionths,
    rateChanges: terms.rateChanges.map(({ period, annualRateMillionths }) => ({
      period,
      annualRateMillionths: annualRateMillionths + addedMillionths,
    })),
  };
}
