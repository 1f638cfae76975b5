export const compoundingFrequencies = ['monthly', 'daily', 'yearly'] as const;
export type CompoundingFrequency = (typeof compoundingFrequencies)[number];
export const defaultCompoundingFrequency: CompoundingFrequency = 'monthly';

export const loanLimits = {
  minAmount: 0.01,
  maxAmount: 1_000_000_000_000,
  amountDecimals: 2,
  minDurationMonths: 2,
  maxDurationMonths: 600,
  minAnnualRatePercent: 0,
  maxAnnualRatePercent: 30,
  rateDecimals: 6,
  earliestDate: '1900-01-01',
  latestDate: '2100-12-31',
} as const;

export const loanMessages = {
  calculationSuccessful: 'Calculation successful!',
  /** For a response without a result. */
  calculationFailed: 'Loan calculation failed. Please try again.',
} as const;
