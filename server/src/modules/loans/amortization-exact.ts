/**
 * Computes a loan's figures beyond double precision. `amortization.ts` asks only for the few values that are too
 * near a rounding boundary for doubles, so everything here is computed when it is needed.
 *
 * Monthly compounding is rational (r = q / 1.2·10⁹): its near-ties are decided with integers. Daily and yearly
 * compounding have irrational rates, which are computed in fixed point with 384 fractional bits. By the specification, a
 * value less than 10⁻³⁰ cent below a half counts as a tie and is rounded up.
 *
 * Accuracy of the fixed point: g = 1 + r is off by at most 100 units of 2⁻³⁸⁴ (`period-rates.ts`), so gⁿ is off by
 * at most a relative 102·n of them. Since r > 8·10⁻¹⁰ and gⁿ − 1 ≥ n·r, both r and gⁿ − 1 are accurate to a relative
 * 2⁻³⁴⁵, and a payment, at most 2⁴⁶ cents, to 2⁻²⁹⁸ cent. On the unrounded path, where payments are below 2²⁹ cents (`amortization.ts` says why), the recursion
 * magnifies an error by at most (gⁿ − 1)/r < 2²⁷. Every value is thus right to 10⁻⁸⁵ cent or better.
 *
 * Zero rates are computed with plain integers and never reach this file.
 */
import { fractionBits, multiply, one, power, roundFixedPoint } from '#domain/finance/fixed-point.ts';
import { exactPeriodGrowth } from '#domain/finance/period-rates.ts';
import { divideExactlyHalfUp } from '#domain/finance/rounding.ts';
import type { CompoundingFrequency } from 'contract/loans/loans.constants.ts';

export interface LoanTerms {
  /** Integer, 1 to 10¹⁴. */
  principalCents: number;
  /** Integer, 2 to 600. */
  durationMonths: number;
  /** The annual rate in millionths of a percent (6 % is 6,000,000): integer, 0 to 30,000,000. */
  annualRateMillionths: number;
  frequency: CompoundingFrequency;
}

/** The row of one month. `paymentCents` is always `principalCents + interestCents`. */
export interface AmortizationRow {
  paymentCents: number;
  principalCents: number;
  interestCents: number;
  /** The balance after the payment; 0 in the last row. */
  balanceCents: number;
}

/** A loan and, when a figure has needed it, its growth factor g in fixed point. */
export interface ExactLoan {
  readonly terms: LoanTerms;
  growth: bigint | undefined;
}

interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** Far greater than the error of the fixed point, and so narrow (2⁻²⁵⁶) that only ties and contrived loans are within it. */
const UNDECIDED = 1n << (fractionBits - 256n);
/** Monthly compounding has r = q / 1.2·10⁹, q being the annual rate in millionths of a percent. */
const MONTHLY_DIVISOR = 1_200_000_000;

/** The payment P in cents. */
export function exactPayment(loan: ExactLoan): number {
  return round(loan, fixedPayment(loan), () => paymentFraction(loan.terms));
}

/** The interest on a balance, in cents. */
export function exactInterest(loan: ExactLoan, balanceCents: number): number {
  const { frequency, annualRateMillionths } = loan.terms;
  return frequency === 'monthly'
    ? monthlyInterest(balanceCents, annualRateMillionths)
    : roundFixedPoint(BigInt(balanceCents) * (fixedGrowth(loan) - one));
}

/** 100·r in units of 10⁻⁵ percent. */
export function exactRateUnits(loan: ExactLoan): number {
  return round(loan, 10_000_000n * (fixedGrowth(loan) - one), () => ({
    numerator: BigInt(loan.terms.annualRateMillionths),
    denominator: 120n,
  }));
}

/** The whole schedule along the unrounded balances, by B ← B·g − P*. */
export function exactUnroundedRows(loan: ExactLoan): AmortizationRow[] {
  const { terms } = loan;
  const rate = fixedGrowth(loan) - one;
  const payment = fixedPayment(loan);
  const rows: AmortizationRow[] = [];
  let balance = BigInt(terms.principalCents) << fractionBits;
  let beforeCents = terms.principalCents;
  for (let month = 1; month <= terms.durationMonths; month++) {
    const interest = multiply(balance, rate);
    const interestCents = round(loan, interest, () => timesRate(balanceFraction(terms, month - 1), terms));
    balance += interest - payment;
    const balanceCents = round(loan, balance, () => balanceFraction(terms, month));
    const principalCents = beforeCents - balanceCents;
    rows.push({ paymentCents: principalCents + interestCents, principalCents, interestCents, balanceCents });
    beforeCents = balanceCents;
  }
  return rows;
}

/** Rounds half up. `fraction` returns the exact value of a monthly loan, for decisions beyond the fixed point. */
function round(loan: ExactLoan, value: bigint, fraction: () => Fraction): number {
  if (loan.terms.frequency !== 'monthly') return roundFixedPoint(value);
  const shifted = value + one / 2n;
  const rest = BigInt.asUintN(Number(fractionBits), shifted);
  if (rest > UNDECIDED && one - rest > UNDECIDED) return Number(shifted >> fractionBits);
  const { numerator, denominator } = fraction();
  return divideExactlyHalfUp(numerator, denominator);
}

/**
 * round(balance · q / 1.2·10⁹) without big integers, since ties are common at round rates (every 50th cell at 24 %).
 * Below 10¹³ the double of a quotient is accurate to 10⁻² or better, so the remainder is between −0.02·10⁹ and
 * 1.22·10⁹. It fits 32 bits, so it follows exactly from the low 32 bits of the products, which are exact.
 */
function monthlyInterest(balanceCents: number, rateMillionths: number): number {
  const quotient = Math.floor((balanceCents * rateMillionths) / MONTHLY_DIVISOR);
  const remainder = (Math.imul(balanceCents, rateMillionths) - Math.imul(quotient, MONTHLY_DIVISOR)) | 0;
  return quotient + (2 * remainder >= MONTHLY_DIVISOR ? 1 : 0);
}

function paymentFraction(terms: LoanTerms): Fraction {
  const [above, below] = monthlyGrowth(terms);
  const highest = above ** BigInt(terms.durationMonths);
  const lowest = below ** BigInt(terms.durationMonths);
  return timesRate(
    { numerator: BigInt(terms.principalCents) * highest, denominator: highest - lowest },
    terms,
  );
}

/** The unrounded balance after a month. After month 0 it is the principal. */
function balanceFraction(terms: LoanTerms, month: number): Fraction {
  const [above, below] = monthlyGrowth(terms);
  const highest = above ** BigInt(terms.durationMonths);
  const lowest = below ** BigInt(terms.durationMonths);
  const reached = above ** BigInt(month) * below ** BigInt(terms.durationMonths - month);
  return { numerator: BigInt(terms.principalCents) * (highest - reached), denominator: highest - lowest };
}

/** The growth factor g of monthly compounding as numerator and denominator. */
function monthlyGrowth(terms: LoanTerms): [above: bigint, below: bigint] {
  return [BigInt(MONTHLY_DIVISOR + terms.annualRateMillionths), BigInt(MONTHLY_DIVISOR)];
}

function timesRate({ numerator, denominator }: Fraction, terms: LoanTerms): Fraction {
  return {
    numerator: numerator * BigInt(terms.annualRateMillionths),
    denominator: denominator * BigInt(MONTHLY_DIVISOR),
  };
}

/** The payment L·r·gⁿ / (gⁿ − 1). */
function fixedPayment(loan: ExactLoan): bigint {
  const growth = fixedGrowth(loan);
  const total = power(growth, loan.terms.durationMonths);
  return (BigInt(loan.terms.principalCents) * (growth - one) * total) / (total - one);
}

function fixedGrowth(loan: ExactLoan): bigint {
  const { annualRateMillionths, frequency } = loan.terms;
  loan.growth ??= exactPeriodGrowth(annualRateMillionths, frequency, 12);
  return loan.growth;
}
