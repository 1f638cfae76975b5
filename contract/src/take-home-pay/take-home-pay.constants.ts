export const payPeriods = ['yearly', 'monthly', 'fortnightly', 'weekly'] as const;
export type PayPeriod = (typeof payPeriods)[number];

export const payPeriodsPerYear = {
  yearly: 1,
  monthly: 12,
  fortnightly: 26,
  weekly: 52,
} as const satisfies Record<PayPeriod, number>;

export const payLimits = {
  maxIncome: 1_000_000_000,
  /** The amounts of additional yearly pay for which the response contains the part that remains after tax. */
  addedAmounts: [1, 1_000],
} as const;

export const payMessages = {
  cutAbovePay: 'A cut must be at most the pay.',
  cutBelowSacrifice: 'The pay after a cut must cover the salary sacrifice.',
} as const;

/** The kinds of tax lines in the order of a response. */
export const taxLineKeys = [
  'income_tax',
  'low_income_offset',
  'low_middle_income_offset',
  'working_offset',
  'medicare_levy',
  'study_loan',
] as const;
export type TaxLineKey = (typeof taxLineKeys)[number];
