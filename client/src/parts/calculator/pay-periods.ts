import type { PayPeriod } from 'contract/take-home-pay/take-home-pay.constants.ts';

export const periodTexts = {
  yearly: 'Year',
  monthly: 'Month',
  fortnightly: 'Fortnight',
  weekly: 'Week',
} as const satisfies Record<PayPeriod, string>;

export const periodChoices = Object.entries(periodTexts);
