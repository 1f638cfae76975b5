import type { StressBody, StressedLoan } from 'contract/workshop.ts';
import type { z } from 'zod';
import { stress } from './engine/stress.ts';
import { termsOf } from './scenario.service.ts';

export function stressedLoans({ scenario, added_rates }: z.output<typeof StressBody>): StressedLoan[] {
  return stress(termsOf(scenario), added_rates).map((loan) => ({
    added_rate: loan.addedRateMillionths / 1e6,
    payment: loan.paymentCents / 100,
    total_interest_paid: loan.totalInterestCents / 100,
    payment_increase: loan.paymentIncreaseCents / 100,
  }));
}
