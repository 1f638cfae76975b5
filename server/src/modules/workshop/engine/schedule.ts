/** One row; `paymentCents` is always `principalCents + interestCents`. */
export interface ScheduleRow {
  paymentCents: number;
  principalCents: number;
  interestCents: number;
  /** Owed after the payment; 0 in the last row. */
  balanceCents: number;
  /** The part of the payment that is extra. */
  extraCents: number;
}

export interface Schedule {
  rows: ScheduleRow[];
  /** Of row 1, without extras. */
  regularPaymentCents: number;
  totalInterestCents: number;
}
