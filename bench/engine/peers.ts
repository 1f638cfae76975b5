/** The peer of the engine: the same schedule as most calculators compute it, without a promise of exactness. */
import type { LoanTerms } from 'engine/calculators/loan.ts';

/** Doubles only: one multiplication, one rounding and one row a month. */
export function plainLoop({
  principalCents: loanCents,
  durationMonths,
  annualRateMillionths,
  compounding,
}: LoanTerms) {
  const annual = annualRateMillionths / 1e8;
  const rate =
    compounding === 'monthly'
      ? annual / 12
      : compounding === 'daily'
        ? Math.pow(1 + annual / 365, 365 / 12) - 1
        : Math.pow(1 + annual, 1 / 12) - 1;
  const paymentCents = Math.round((loanCents * rate) / (1 - Math.pow(1 + rate, -durationMonths)));
  const rows = [];
  let totalInterestCents = 0;
  let balanceCents = loanCents;
  for (let month = 1; month <= durationMonths; month++) {
    const interestCents = Math.round(balanceCents * rate);
    const principalCents = month === durationMonths ? balanceCents : paymentCents - interestCents;
    balanceCents -= principalCents;
    totalInterestCents += interestCents;
    rows.push({ paymentCents: principalCents + interestCents, principalCents, interestCents, balanceCents });
  }
  return { paymentCents, totalInterestCents, rows };
}
