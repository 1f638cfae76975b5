import { formatNumber } from 'contract/formats.ts';

export const paymentFrequencies = ['monthly', 'fortnightly', 'weekly'] as const;
export type PaymentFrequency = (typeof paymentFrequencies)[number];

export const paymentBases = ['exact', 'half_monthly'] as const;
export type PaymentBasis = (typeof paymentBases)[number];

export const dayCounts = ['equal', 'actual_365'] as const;
export type DayCount = (typeof dayCounts)[number];

export const periodsPerYear = { monthly: 12, fortnightly: 26, weekly: 52 } as const satisfies Record<
  PaymentFrequency,
  number
>;

/** The number of regular payments. */
export function periodCount(durationMonths: number, frequency: PaymentFrequency): number {
  return Math.ceil((periodsPerYear[frequency] * durationMonths) / 12);
}

interface Term {
  duration_months: number;
  payment_frequency: PaymentFrequency;
}

export const periodsOf = ({ duration_months, payment_frequency }: Term): number =>
  periodCount(duration_months, payment_frequency);

/** The refusal of a number above its maximum. */
export const atMost = (value: number) => `Must be at most ${formatNumber(value)}.`;

export const scenarioLimits = {
  rateChanges: 120,
  extraPayments: 20,
  lumpSums: 60,
  /** The number of weekly payments of the longest loan. */
  maxPeriods: 2_600,
  /** Limits the deposit to the offset account and the fee in each period, and the fee in each year. */
  maxAmountPerPeriod: 1_000_000_000,
  stressRates: 5,
  maxAddedRatePercent: 10,
  minSavingsMonths: 1,
  maxInflationPercent: 20,
  /** Above this balance, JSON numbers cannot represent every cent. */
  maxSavingsBalance: 10_000_000_000_000,
} as const;

/** In percent a year, as it is entered in a form: the middle of the Reserve Bank of Australia's target of 2 to 3. */
export const defaultInflationPercent = '2.5';
