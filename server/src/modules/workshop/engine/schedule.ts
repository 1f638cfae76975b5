/**
 * A schedule's figures by row, the first at 0. In columns made at their full length, which cost a fraction of a list
 * of records: only the first `length` figures of each count. The principal repaid by a row is its payment less its interest.
 */
export interface Schedule {
  /** How many rows it has. */
  length: number;
  paymentCents: Float64Array;
  interestCents: Float64Array;
  /** Owed after the payment; 0 in the last row. */
  balanceCents: Float64Array;
  /** The part of the payment that is extra. */
  extraCents: Float64Array;
  totalInterestCents: number;
  /** Of row 1, without extras. */
  regularPaymentCents: number;
}

export function emptySchedule(periods: number): Schedule {
  return {
    length: 0,
    paymentCents: new Float64Array(periods),
    interestCents: new Float64Array(periods),
    balanceCents: new Float64Array(periods),
    extraCents: new Float64Array(periods),
    totalInterestCents: 0,
    regularPaymentCents: 0,
  };
}
