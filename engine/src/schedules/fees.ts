/** The fees of a loan, which are paid in addition to its payments. */
export interface Fees {
  upfrontCents: number;
  perPeriodCents: number;
  /** Due with the last payment of each year of the loan, also of a last year with fewer payments. */
  perYearCents: number;
}

export const noFees: Fees = { upfrontCents: 0, perPeriodCents: 0, perYearCents: 0 };

/** The schedule to which the fees belong. */
interface Payments {
  /** The number of rows. */
  length: number;
  periodsPerYear: number;
}

/** The fees that are due with a payment. */
export function feesCentsAt(
  { perPeriodCents, perYearCents }: Fees,
  { length, periodsPerYear }: Payments,
  period: number,
): number {
  const isLastOfYear = period % periodsPerYear === 0 || period === length;
  return isLastOfYear ? perPeriodCents + perYearCents : perPeriodCents;
}

export function totalFeesCents(fees: Fees, { length, periodsPerYear }: Payments): number {
  const years = Math.ceil(length / periodsPerYear);
  return fees.upfrontCents + length * fees.perPeriodCents + years * fees.perYearCents;
}
