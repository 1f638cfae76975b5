/** What the engine is measured against: the same schedule as most calculators write it, exact to no promise. */
import { Decimal } from 'decimal.js';
import type { AmortizationRow, LoanTerms } from 'server/src/modules/loans/amortization-exact.ts';

/** Doubles all the way: one multiplication, one rounding and one row a month. */
export function plainLoop({
  principalCents: loanCents,
  durationMonths,
  annualRateMillionths,
  frequency,
}: LoanTerms) {
  const annual = annualRateMillionths / 1e8;
  const rate =
    frequency === 'monthly'
      ? annual / 12
      : frequency === 'daily'
        ? Math.pow(1 + annual / 365, 365 / 12) - 1
        : Math.pow(1 + annual, 1 / 12) - 1;
  const paymentCents = Math.round((loanCents * rate) / (1 - Math.pow(1 + rate, -durationMonths)));
  const rows: AmortizationRow[] = [];
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

const Decimal40 = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

/** The same loop with a decimal library at 40 digits. */
export function decimalLoop({
  principalCents: loanCents,
  durationMonths,
  annualRateMillionths,
  frequency,
}: LoanTerms) {
  const annual = new Decimal40(annualRateMillionths).div(1e8);
  const rate =
    frequency === 'monthly'
      ? annual.div(12)
      : frequency === 'daily'
        ? annual.div(365).plus(1).pow(new Decimal40(365).div(12)).minus(1)
        : annual.plus(1).pow(new Decimal40(1).div(12)).minus(1);
  const growth = rate.plus(1).pow(durationMonths);
  const payment = rate.times(loanCents).times(growth).div(growth.minus(1)).round();
  const rows: Record<keyof AmortizationRow, Decimal>[] = [];
  let totalInterestCents = new Decimal40(0);
  let balanceCents = new Decimal40(loanCents);
  for (let month = 1; month <= durationMonths; month++) {
    const interestCents = balanceCents.times(rate).round();
    const principalCents = month === durationMonths ? balanceCents : payment.minus(interestCents);
    balanceCents = balanceCents.minus(principalCents);
    totalInterestCents = totalInterestCents.plus(interestCents);
    rows.push({
      paymentCents: principalCents.plus(interestCents),
      principalCents,
      interestCents,
      balanceCents,
    });
  }
  return { paymentCents: payment, totalInterestCents, rows };
}
