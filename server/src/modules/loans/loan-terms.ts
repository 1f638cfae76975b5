import type { CompoundingFrequency } from 'contract/loans.constants.ts';

export interface LoanTerms {
  /** Integer, 1 to 10¹⁴. */
  principalCents: number;
  /** Integer, 2 to 600. */
  durationMonths: number;
  /** The annual rate in millionths of a percent (6 % is 6,000,000): integer, 0 to 30,000,000. */
  annualRateMillionths: number;
  frequency: CompoundingFrequency;
}

/** One month. `paymentCents` is always `principalCents + interestCents`. */
export interface AmortizationRow {
  paymentCents: number;
  principalCents: number;
  interestCents: number;
  /** What is owed after the payment; 0 in the last row. */
  balanceCents: number;
}
