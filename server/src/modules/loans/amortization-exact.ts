/**
 * Decides a loan's figures beyond double precision. `amortization.ts` asks only for the few values that lie too
 * near a rounding boundary for its doubles, so everything here is computed on demand.
 *
 * Monthly compounding is rational (r = q / 1.2·10⁹): its near-ties are settled between integers. Daily and yearly
 * compounding have irrational rates, held in fixed point with 384 fractional bits; as the specification rules, a
 * value less than 10⁻³⁰ cent below a half counts as a tie and goes up.
 *
 * Accuracy of the fixed point: g = 1 + r is off by at most 100 units of 2⁻³⁸⁴ (the daily rate's 365th power by 1,000,
 * of which the twelfth root keeps a twelfth), so gⁿ is off by at most a relative 102·n of them. Since r > 8·10⁻¹⁰
 * and gⁿ − 1 ≥ n·r, both r and gⁿ − 1 are right to a relative 2⁻³⁴⁵, and a payment, at most 2⁴⁶ cents, to 2⁻²⁹⁸
 * cent. On the unrounded path, where payments are below 2²⁹ cents (`amortization.ts` says why), the recursion
 * magnifies an error by at most (gⁿ − 1)/r < 2²⁷. Every value is thus right to 10⁻⁸⁵ cent or better.
 *
 * Zero rates never come here: plain integers decide them.
 */
import type { AmortizationRow, LoanTerms } from './loan-terms.ts';

export interface ExactLoan {
  /** The rounded payment P in cents. */
  paymentCents: () => number;
  /** balance · r, rounded to the cent. */
  interestCents: (balanceCents: number) => number;
  /** 100 · r in units of 10⁻⁵ percent, rounded. */
  rateUnits: () => number;
  /** All rows of the unrounded path. */
  unroundedRows: () => AmortizationRow[];
}

interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

const BITS = 384n;
const ONE = 1n << BITS;
const HALF = ONE >> 1n;
/** 10⁻³⁰ cent. */
const TIE = ONE / 10n ** 30n;
/** Far above the fixed point's error, and so narrow (2⁻²⁵⁶) that only ties and contrived loans fall in it. */
const UNDECIDED = 1n << (BITS - 256n);
/** r = q / 1.2·10⁹, q being the annual rate in millionths of a percent. */
const MONTHLY_DENOMINATOR = 1_200_000_000n;

export function exactLoan(terms: LoanTerms): ExactLoan {
  return terms.frequency === 'monthly' ? monthlyLoan(terms) : rootLoan(terms);
}

function monthlyLoan(terms: LoanTerms): ExactLoan {
  const principal = BigInt(terms.principalCents);
  const months = BigInt(terms.durationMonths);
  const q = BigInt(terms.annualRateMillionths);
  const a = MONTHLY_DENOMINATOR + q; // g = a / b
  const b = MONTHLY_DENOMINATOR;

  /** The balance after month i as a fraction; after month 0 the principal. */
  const balance = (i: number): Fraction => {
    const aToN = a ** months;
    return {
      numerator: principal * (aToN - a ** BigInt(i) * b ** (months - BigInt(i))),
      denominator: aToN - b ** months,
    };
  };
  const timesRate = ({ numerator, denominator }: Fraction): Fraction => ({
    numerator: numerator * q,
    denominator: denominator * MONTHLY_DENOMINATOR,
  });
  const growth = (): bigint => ONE + (q << BITS) / MONTHLY_DENOMINATOR;
  const payment = (): bigint => fixedPayment(principal, growth(), months);
  return {
    paymentCents: () =>
      roundRational(payment(), () => {
        const aToN = a ** months;
        return timesRate({ numerator: principal * aToN, denominator: aToN - b ** months });
      }),
    interestCents: (balanceCents) =>
      roundFraction(timesRate({ numerator: BigInt(balanceCents), denominator: 1n })),
    rateUnits: () => roundFraction({ numerator: q, denominator: 120n }),
    unroundedRows: () =>
      unroundedRows(terms, growth(), payment(), {
        balance: (value, i) => roundRational(value, () => balance(i)),
        interest: (value, i) => roundRational(value, () => timesRate(balance(i - 1))),
      }),
  };
}

function rootLoan(terms: LoanTerms): ExactLoan {
  const principal = BigInt(terms.principalCents);
  const months = BigInt(terms.durationMonths);
  const q = BigInt(terms.annualRateMillionths);
  let knownGrowth: bigint | undefined;
  const growth = (): bigint => {
    knownGrowth ??= twelfthRoot(
      terms.frequency === 'yearly'
        ? ONE + (q << BITS) / 100_000_000n
        : power(ONE + (q << BITS) / 36_500_000_000n, 365n),
    );
    return knownGrowth;
  };
  const payment = (): bigint => fixedPayment(principal, growth(), months);
  return {
    paymentCents: () => roundIrrational(payment()),
    interestCents: (balanceCents) => roundIrrational(BigInt(balanceCents) * (growth() - ONE)),
    rateUnits: () => roundIrrational(10_000_000n * (growth() - ONE)),
    unroundedRows: () =>
      unroundedRows(terms, growth(), payment(), { balance: roundIrrational, interest: roundIrrational }),
  };
}

/** Walks B ← B·g − P* in fixed point; `round` decides each of a row's two figures. */
function unroundedRows(
  terms: LoanTerms,
  growth: bigint,
  payment: bigint,
  round: Record<'balance' | 'interest', (value: bigint, i: number) => number>,
): AmortizationRow[] {
  const rate = growth - ONE;
  const rows: AmortizationRow[] = [];
  let balance = BigInt(terms.principalCents) << BITS;
  let balanceCents = terms.principalCents;
  for (let i = 1; i <= terms.durationMonths; i++) {
    const interest = multiply(balance, rate);
    balance += interest - payment;
    const interestCents = round.interest(interest, i);
    const nextCents = i === terms.durationMonths ? 0 : round.balance(balance, i);
    const principalCents = balanceCents - nextCents;
    rows.push({
      paymentCents: principalCents + interestCents,
      principalCents,
      interestCents,
      balanceCents: nextCents,
    });
    balanceCents = nextCents;
  }
  return rows;
}

/** L·r·gⁿ / (gⁿ − 1). */
function fixedPayment(principal: bigint, growth: bigint, months: bigint): bigint {
  const total = power(growth, months);
  return (principal * (growth - ONE) * total) / (total - ONE);
}

/** Half up; a value too near a half for the fixed point is decided by the fraction that it stands for. */
function roundRational(value: bigint, fraction: () => Fraction): number {
  const shifted = value + HALF;
  const rest = BigInt.asUintN(Number(BITS), shifted);
  const isDecided = rest > UNDECIDED && ONE - rest > UNDECIDED;
  return isDecided ? Number(shifted >> BITS) : roundFraction(fraction());
}

/** Half up by the tie rule. */
function roundIrrational(value: bigint): number {
  return Number((value + HALF + TIE) >> BITS);
}

function roundFraction({ numerator, denominator }: Fraction): number {
  return Number((2n * numerator + denominator) / (2n * denominator));
}

function multiply(x: bigint, y: bigint): bigint {
  return (x * y) >> BITS;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = ONE;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = multiply(result, square);
    square = multiply(square, square);
  }
  return result;
}

/**
 * Newton's iteration from a double. A step of size s leaves an error of at most 5.5·s² (the curvature of y¹² over
 * twice its slope), so the last one, at most 2⁻¹⁹⁶, leaves less than a unit of 2⁻³⁸⁴ whatever the start was worth.
 */
function twelfthRoot(x: bigint): bigint {
  const doubleBits = 52n;
  const start = Math.pow(Number(x >> (BITS - doubleBits)) / 2 ** 52, 1 / 12);
  let root = BigInt(Math.round(start * 2 ** 52)) << (BITS - doubleBits);
  let step: bigint;
  do {
    const slope = power(root, 11n);
    step = ((multiply(slope, root) - x) << BITS) / (12n * slope);
    root -= step;
  } while (step > 1n << 188n || -step > 1n << 188n);
  return root;
}
