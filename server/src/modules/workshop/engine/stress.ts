import { planOf } from './plan.ts';
import { schedulesOf } from './scenario.ts';
import type { ScenarioTerms } from './scenario-terms.ts';

export interface StressedLoan {
  addedRateMillionths: number;
  /** The regular payment of row 1. */
  paymentCents: number;
  totalInterestCents: number;
  /** Against the payment as it stands. */
  paymentIncreaseCents: number;
}

/** What the loan costs with every rate raised by each of these. */
export function stress(terms: ScenarioTerms, addedRatesMillionths: readonly number[]): StressedLoan[] {
  const { schedule: standing } = schedulesOf(planOf(terms));
  return addedRatesMillionths.map((addedRateMillionths) => {
    const { schedule: raised } = schedulesOf(planOf(withRaisedRates(terms, addedRateMillionths)));
    return {
      addedRateMillionths,
      paymentCents: raised.regularPaymentCents,
      totalInterestCents: raised.totalInterestCents,
      paymentIncreaseCents: raised.regularPaymentCents - standing.regularPaymentCents,
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
