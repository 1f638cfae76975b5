import type { CompoundingFrequency } from 'contract/loans/loans.constants.ts';
import type { PaymentFrequency } from './scenarios.constants.ts';

export const compoundingTexts = {
  monthly: 'Monthly',
  daily: 'Daily',
  yearly: 'Yearly',
} as const satisfies Record<CompoundingFrequency, string>;

export const paymentTexts = {
  monthly: 'Monthly',
  fortnightly: 'Fortnightly',
  weekly: 'Weekly',
} as const satisfies Record<PaymentFrequency, string>;

/** The time between two payments. */
export const periodNames = {
  monthly: 'month',
  fortnightly: 'fortnight',
  weekly: 'week',
} as const satisfies Record<PaymentFrequency, string>;
