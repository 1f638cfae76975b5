import type { Fees } from './fees.ts';
import type { Schedule } from './schedule.ts';

export interface Year {
  year: number;
  paymentCents: number;
  principalCents: number;
  interestCents: number;
  /** Year 1 includes the upfront fee. */
  feesCents: number;
  balanceCents: number;
}

export function yearlyTotals(
  { length, paymentCents, balanceCents }: Schedule,
  periodsPerYear: number,
  fees: Fees,
): Year[] {
  const years: Year[] = [];
  for (let before = 0; before < length; before += periodsPerYear) {
    const last = Math.min(before + periodsPerYear, length);
    let paidCents = 0;
    for (let period = before + 1; period <= last; period++) paidCents += paymentCents[period]!;
    const principalCents = balanceCents[before]! - balanceCents[last]!;
    years.push({
      year: years.length + 1,
      paymentCents: paidCents,
      principalCents,
      interestCents: paidCents - principalCents,
      feesCents:
        (last - before) * fees.perPeriodCents + fees.perYearCents + (before === 0 ? fees.upfrontCents : 0),
      balanceCents: balanceCents[last]!,
    });
  }
  return years;
}
