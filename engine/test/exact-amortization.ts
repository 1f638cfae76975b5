/**
 * An independent implementation of the loan rules, in big integers throughout. It is slow, and shares only the type of
 * its input with the engine. Monthly and zero rates are ratios of integers. Daily and yearly rates are integers scaled
 * by 10¹²⁰, so 90 decimals are exact after cancellation (10 digits at the smallest rates) and a product with a
 * principal of 15 digits. A value less than 10⁻³⁰ below a half counts as a tie. Unlike the engine, it computes the
 * unrounded balances from their closed form, and the monthly rate from one integer root.
 */
import type { LoanTerms } from 'engine/calculators/loan.ts';
import { Rates, round, scale } from './exact-scenario.ts';

export interface ExactAmortization {
  paymentCents: bigint;
  totalInterestCents: bigint;
  totalPaymentsCents: bigint;
  /** The effective monthly rate in units of 10⁻⁵ percent. */
  rateUnits: bigint;
  /** Total interest in hundredths of a percent of the principal. */
  interestPercentUnits: bigint;
  followsUnroundedPath: boolean;
  /** Payment, principal, interest, balance. */
  rows: ExactRow[];
}

export type ExactRow = [payment: bigint, principal: bigint, interest: bigint, balance: bigint];

/**
 * The figures that depend on how the rate is represented. The unrounded balance of a month is the one after its
 * payment.
 */
interface Figures {
  payment: () => bigint;
  interest: (balance: bigint) => bigint;
  rateUnits: () => bigint;
  unroundedBalance: (month: number) => bigint;
  interestOnUnrounded: (month: number) => bigint;
}

export function exactAmortization(terms: LoanTerms): ExactAmortization {
  const principal = BigInt(terms.principalCents);
  const months = terms.durationMonths;
  const figures =
    terms.annualRateMillionths === 0
      ? withoutInterest(principal, months)
      : terms.compounding === 'monthly'
        ? withRatio(principal, months, BigInt(terms.annualRateMillionths))
        : withScaledRate(principal, months, scaledMonthlyRate(terms));

  const paymentCents = figures.payment();
  const rounded = roundedPath(principal, months, paymentCents, figures);
  const rows = rounded ?? unroundedPath(principal, months, figures);
  const totalInterestCents = rows.reduce((sum, row) => sum + row[2], 0n);
  return {
    paymentCents,
    totalInterestCents,
    totalPaymentsCents: rows.reduce((sum, row) => sum + row[0], 0n),
    rateUnits: figures.rateUnits(),
    interestPercentUnits: halfUp(totalInterestCents * 10_000n, principal),
    followsUnroundedPath: rounded === undefined,
    rows,
  };
}

function roundedPath(
  principal: bigint,
  months: number,
  payment: bigint,
  figures: Figures,
): ExactRow[] | undefined {
  const rows: ExactRow[] = [];
  let balance = principal;
  for (let month = 1; month < months; month++) {
    const interest = figures.interest(balance);
    balance = balance + interest - payment;
    if (balance <= 0n) return undefined;
    rows.push([payment, payment - interest, interest, balance]);
  }
  const interest = figures.interest(balance);
  rows.push([balance + interest, balance, interest, 0n]);
  const twiceLast = 2n * (balance + interest);
  return payment <= twiceLast && twiceLast <= 3n * payment ? rows : undefined;
}

function unroundedPath(principal: bigint, months: number, figures: Figures): ExactRow[] {
  const rows: ExactRow[] = [];
  let before = principal;
  for (let month = 1; month <= months; month++) {
    const balance = figures.unroundedBalance(month);
    const interest = figures.interestOnUnrounded(month - 1);
    rows.push([before - balance + interest, before - balance, interest, balance]);
    before = balance;
  }
  return rows;
}

function withoutInterest(principal: bigint, months: number): Figures {
  const n = BigInt(months);
  return {
    payment: () => halfUp(principal, n),
    interest: () => 0n,
    rateUnits: () => 0n,
    unroundedBalance: (month) => halfUp(principal * (n - BigInt(month)), n),
    interestOnUnrounded: () => 0n,
  };
}

/** Monthly compounding: 1 + r = above / below, and every figure a ratio of integers. */
function withRatio(principal: bigint, months: number, rate: bigint): Figures {
  const below = 1_200_000_000n;
  const above = below + rate;
  const highest = above ** BigInt(months);
  const lowest = below ** BigInt(months);
  const mixed = [lowest]; // above^i · below^(n − i)
  const repaid = (month: number): bigint => {
    while (mixed.length <= month) mixed.push(((mixed.at(-1) ?? 0n) / below) * above);
    return mixed[month] ?? 0n;
  };
  return {
    payment: () => halfUp(principal * rate * highest, below * (highest - lowest)),
    interest: (balance) => halfUp(balance * rate, below),
    rateUnits: () => halfUp(rate * 10_000_000n, below),
    unroundedBalance: (month) => halfUp(principal * (highest - repaid(month)), highest - lowest),
    interestOnUnrounded: (month) =>
      halfUp(principal * (highest - repaid(month)) * rate, (highest - lowest) * below),
  };
}

function withScaledRate(principal: bigint, months: number, rate: bigint): Figures {
  const powers = [scale]; // (1 + r)^i
  for (let i = 1; i <= months; i++) powers.push(((powers[i - 1] ?? 0n) * (scale + rate)) / scale);
  const highest = powers[months] ?? 0n;
  const balance = (month: number): bigint =>
    (principal * scale * (highest - (powers[month] ?? 0n))) / (highest - scale);
  return {
    payment: () => round((principal * rate * highest) / (highest - scale)),
    interest: (balanceCents) => round(balanceCents * rate),
    rateUnits: () => round(rate * 10_000_000n),
    unroundedBalance: (month) => round(balance(month)),
    interestOnUnrounded: (month) => round((balance(month) * rate) / scale),
  };
}

/** The monthly rate times 10¹²⁰, rounded down. */
export const scaledMonthlyRate = ({ annualRateMillionths, compounding }: LoanTerms): bigint =>
  new Rates({ compounding }).of(annualRateMillionths, 12n);

function halfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}
