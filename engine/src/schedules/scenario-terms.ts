import type { CompoundingFrequency } from 'contract/loans/loans.constants.ts';
import type { DayCount, PaymentBasis, PaymentFrequency } from 'contract/scenarios/scenarios.constants.ts';
import type { Fees } from './fees.ts';

/** A loan with its options, within the limits of the contract. Periods count from 1 to N. */
export interface ScenarioTerms {
  /** Integer, 1 to 10¹⁴. */
  principalCents: number;
  /** Integer, 2 to 600. */
  durationMonths: number;
  /** Annual rates are integers in millionths of a percent, 0 to 40,000,000. */
  annualRateMillionths: number;
  compounding: CompoundingFrequency;
  paymentFrequency: PaymentFrequency;
  paymentBasis: PaymentBasis;
  interestOnlyPeriods: number;
  /** The balloon: less than the principal. */
  residualCents: number;
  /** In increasing order, from 2. */
  rateChanges: readonly { period: number; annualRateMillionths: number }[];
  extraPayments: readonly { amountCents: number; fromPeriod: number; toPeriod: number }[];
  lumpSums: readonly { period: number; amountCents: number }[];
  offset: { balanceCents: number; depositPerPeriodCents: number };
  fees: Fees;
  dayCount: DayCount;
  /** The day on which the loan is drawn, as YYYY-MM-DD. */
  startDate: string | undefined;
}
