/**
 * A schedule's figures by row, the first at 0. In columns made at their full length, which cost a fraction of a list
 * of records: only the first `length` figures of each count. The principal repaid by a row is its payment less its interest.
 */
export interface Schedule {
  /** How many rows it has. */
  length: number;
  paymentCents: number[];
  interestCents: number[];
  /** Owed after the payment; 0 in the last row. */
  balanceCents: number[];
  /** The part of the payment that is extra. */
  extraCents: number[];
  totalInterestCents: number;
  /** Of row 1, without extras. */
  regularPaymentCents: number;
}

export function emptySchedule(periods: number): Schedule {
  return {
    length: 0,
    paymentCents: new Array<number>(periods),
    interestCents: new Array<number>(periods),
    balanceCents: new Array<number>(periods),
    extraCents: new Array<number>(periods),
    totalInterestCents: 0,
    regularPaymentCents: 0,
  };
}
