/**
 * The figures of a schedule by period, from 1 to `length`. They are in columns, which cost a fraction of a list of
 * records. The principal of a row is the difference of two balances, and its interest is the rest of its payment.
 */
export interface Schedule {
  /** The number of rows. */
  length: number;
  paymentCents: Float64Array;
  /** The balance after the payment. At 0 the principal, in the last row 0. */
  balanceCents: Float64Array;
  /** The part of the payment that is extra. Undefined if there is no extra payment. */
  extraCents: Float64Array | undefined;
  totalInterestCents: number;
  /** The payment of row 1 without extra payments. */
  regularPaymentCents: number;
}

export function emptySchedule(principalCents: number, periods: number, hasExtras: boolean): Schedule {
  const balanceCents = new Float64Array(periods + 1);
  balanceCents[0] = principalCents;
  return {
    length: 0,
    paymentCents: new Float64Array(periods + 1),
    balanceCents,
    extraCents: hasExtras ? new Float64Array(periods + 1) : undefined,
    totalInterestCents: 0,
    regularPaymentCents: 0,
  };
}

export function principalCentsAt({ balanceCents }: Schedule, period: number): number {
  return balanceCents[period - 1]! - balanceCents[period]!;
}

export function interestCentsAt(schedule: Schedule, period: number): number {
  return schedule.paymentCents[period]! - principalCentsAt(schedule, period);
}

export function extraCentsAt({ extraCents }: Schedule, period: number): number {
  return extraCents?.[period] ?? 0;
}
