import { type Plan, planOf } from './plan.ts';
import { contractualSchedule, scheduleWith } from './scenario.ts';
import { hasExtras } from './extras.ts';
import type { ScenarioTerms } from './scenario-terms.ts';
import type { Schedule } from './schedule.ts';

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
  const standing = scheduleOf(terms);
  return addedRatesMillionths.map((addedRateMillionths) => {
    const raised = scheduleOf(withRaisedRates(terms, addedRateMillionths));
    return {
      addedRateMillionths,
      paymentCents: raised.regularPaymentCents,
      totalInterestCents: raised.totalInterestCents,
      paymentIncreaseCents: raised.regularPaymentCents - standing.regularPaymentCents,
    };
  });
}

function scheduleOf(terms: ScenarioTerms): Schedule {
  const plan: Plan = planOf(terms);
  const { schedule, isUnrounded } = contractualSchedule(plan);
  return hasExtras(terms) ? scheduleWith(plan, terms, isUnrounded) : schedule;
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
