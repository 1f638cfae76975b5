/**
 * The amortization schedule of a level-payment loan (annuity), every cent as if computed with unlimited precision.
 *
 * Convention. With R the annual rate as a fraction, n the months and L the principal, the monthly rate r is
 * R/12 (monthly compounding), (1 + R/365)^(365/12) − 1 (daily) or (1 + R)^(1/12) − 1 (yearly), and the payment
 * P = L·r·gⁿ/(gⁿ − 1) with g = 1 + r, rounded half up to the cent like every other figure. A row's interest is
 * the balance times r; the last row pays the remaining balance. If whole cents cannot follow that (tiny payments,
 * steep rates over long terms), the rows follow the unrounded balances instead; see `roundedRows`.
 * Sources: a twelfth of the annual rate for a month's interest is what the Australian National Credit Code
 * (National Consumer Credit Protection Act 2009 (Cth), Schedule 1) permits in s 28(2); the annuity formula is that
 * of any textbook and of the spreadsheet function PMT. Daily and yearly compounding are models for comparing
 * quotations. Daily compounding in particular is not how Australian lenders accrue interest: they apply the daily
 * rate to each day's unpaid balance (s 28(1)) and charge the sum, as a rule once a month.
 *
 * Method. Balances are integer cents, exact in a double, so each figure is one product to round, and only a product
 * within its own error of a rounding boundary is undecided; `amortization-exact.ts` settles those. The errors below
 * follow from IEEE 754 alone (at most u = 2⁻⁵³ for each of + − × ÷):
 * - r: at most 52u < 2⁻⁴⁷ = 64u, as `period-rates.ts` derives, with room for a product and a sum.
 * - P*: the error of gⁿ − 1 enters divided by gⁿ, and A/gⁿ = n·ln g/(gⁿ − 1) ≤ 1, so P* has at most
 *   2·52u + (18 + 16)u + 4u = 142u < 2⁻⁴⁵ = 256u, whatever the loan.
 * - the unrounded balances, from the last row backwards by B ← (B + P*)/g: the error is a weighted mean of those of
 *   B and P*, plus 5u a row: at most 142u + 600·5u, with the interest's 53u < 2⁻⁴¹ = 4096u.
 *
 * Cost: O(n), a product, a rounding and a comparison a row. By chance a cell is undecided once in 10⁸ at 500,000.00,
 * once in a hundred or more at 1,000,000,000,000.00; exact ties, one cell in 200 at 6 % monthly, are settled in 32-bit
 * integers. A schedule on the unrounded path that one figure sends to the big integers takes about a millisecond.
 */
import { compound, periodRate, periodRateError } from '#domain/finance/period-rates.ts';
import { divideHalfUp, percentOf, roundHalfUp, tryRound } from '#domain/finance/rounding.ts';
import {
  type AmortizationRow,
  exactInterest,
  type ExactLoan,
  exactPayment,
  exactRateUnits,
  exactUnroundedRows,
  type LoanTerms,
} from './amortization-exact.ts';

export interface Amortization<Row = AmortizationRow> {
  /** The level payment P, or 0 if the unrounded payment is below half a cent. */
  paymentCents: number;
  totalInterestCents: number;
  totalPaymentsCents: number;
  /** 100·r in percent, rounded to 5 decimals. */
  effectiveMonthlyRatePercent: number;
  /** Total interest in percent of the principal, rounded to 2 decimals. */
  totalInterestPercent: number;
  rows: Row[];
}

/** Creates one row of a schedule. The period counts from 1. */
export type MakeRow<Row> = (
  period: number,
  paymentCents: number,
  principalCents: number,
  interestCents: number,
  balanceCents: number,
) => Row;

interface Schedule<Row> {
  rows: Row[];
  totalInterestCents: number;
}

/** Relative error bounds, derived above. */
const PAYMENT_ERROR = 2 ** -45;
const UNROUNDED_PATH_ERROR = 2 ** -41;

/**
 * Expects terms within the ranges of `LoanTerms`, and never throws for them. `makeRow` creates the rows in the form
 * that the caller needs, since converting them would cost as much as all the rest.
 */
export function amortize(terms: LoanTerms): Amortization;
export function amortize<Row>(terms: LoanTerms, makeRow: MakeRow<Row>): Amortization<Row>;
export function amortize(terms: LoanTerms, makeRow: MakeRow<unknown> = rowInCents): Amortization<unknown> {
  const { principalCents, durationMonths, annualRateMillionths } = terms;
  const hasInterest = annualRateMillionths > 0;
  const exact: ExactLoan = { terms, growth: undefined };
  const rate = hasInterest ? periodRate(annualRateMillionths, terms.frequency, 12) : 0;
  const payment = hasInterest ? unroundedPayment(terms, rate) : 0;
  const paymentCents = hasInterest
    ? roundHalfUp(payment, PAYMENT_ERROR, () => exactPayment(exact))
    : divideHalfUp(principalCents, durationMonths);
  const { rows, totalInterestCents } =
    roundedRows(terms, rate, paymentCents, exact, makeRow) ??
    (hasInterest ? unroundedRows(terms, rate, payment, exact, makeRow) : interestFreeRows(terms, makeRow));

  return {
    paymentCents,
    totalInterestCents,
    totalPaymentsCents: principalCents + totalInterestCents,
    effectiveMonthlyRatePercent: roundHalfUp(rate * 1e7, periodRateError, () => exactRateUnits(exact)) / 1e5,
    totalInterestPercent: percentOf(totalInterestCents, principalCents),
    rows,
  };
}

function rowInCents(
  _period: number,
  paymentCents: number,
  principalCents: number,
  interestCents: number,
  balanceCents: number,
): AmortizationRow {
  return { paymentCents, principalCents, interestCents, balanceCents };
}

/**
 * The usual schedule: P every month, interest on the rounded balance, the remaining balance in the last row. Undefined
 * if cents make that fail: the balance is used up early, or P ≤ 2 · (last payment) ≤ 3 · P is false.
 */
function roundedRows<Row>(
  { principalCents: loanCents, durationMonths }: LoanTerms,
  rate: number,
  paymentCents: number,
  exact: ExactLoan,
  makeRow: MakeRow<Row>,
): Schedule<Row> | undefined {
  const rows: Row[] = [];
  let totalInterestCents = 0;
  let balanceCents = loanCents;
  for (let month = 1; ; month++) {
    let interestCents = tryRound(balanceCents * rate, periodRateError);
    if (Number.isNaN(interestCents)) interestCents = exactInterest(exact, balanceCents);
    totalInterestCents += interestCents;
    if (month === durationMonths) {
      const lastCents = balanceCents + interestCents;
      if (2 * lastCents < paymentCents || 2 * lastCents > 3 * paymentCents) return undefined;
      rows.push(makeRow(month, lastCents, balanceCents, interestCents, 0));
      return { rows, totalInterestCents };
    }
    const principalCents = paymentCents - interestCents;
    balanceCents -= principalCents;
    if (balanceCents <= 0) return undefined;
    rows.push(makeRow(month, paymentCents, principalCents, interestCents, balanceCents));
  }
}

/**
 * The schedule along the unrounded balances, whose payments differ from P by at most one cent. Used only for loans with
 * small payments: rounding shifts the last payment by less than (gⁿ − 1)/r < 1.3·10⁸ cents, which must reach
 * P/2. If one figure is undecided, the exact arithmetic computes the whole schedule.
 */
function unroundedRows<Row>(
  terms: LoanTerms,
  rate: number,
  payment: number,
  exact: ExactLoan,
  makeRow: MakeRow<Row>,
): Schedule<Row> {
  const rows: Row[] = [];
  let totalInterestCents = 0;
  let unroundedBalance = 0;
  let balanceCents = 0;
  for (let month = terms.durationMonths; month >= 1; month--) {
    unroundedBalance = month === 1 ? terms.principalCents : (unroundedBalance + payment) / (1 + rate);
    const beforeCents = tryRound(unroundedBalance, UNROUNDED_PATH_ERROR);
    const interestCents = tryRound(unroundedBalance * rate, UNROUNDED_PATH_ERROR);
    if (Number.isNaN(beforeCents + interestCents)) return exactSchedule(exact, makeRow);
    totalInterestCents += interestCents;
    const principalCents = beforeCents - balanceCents;
    rows.push(makeRow(month, principalCents + interestCents, principalCents, interestCents, balanceCents));
    balanceCents = beforeCents;
  }
  return { rows: rows.toReversed(), totalInterestCents };
}

function exactSchedule<Row>(exact: ExactLoan, makeRow: MakeRow<Row>): Schedule<Row> {
  let totalInterestCents = 0;
  const rows = exactUnroundedRows(exact).map((row, index) => {
    totalInterestCents += row.interestCents;
    return makeRow(index + 1, row.paymentCents, row.principalCents, row.interestCents, row.balanceCents);
  });
  return { rows, totalInterestCents };
}

/** The schedule along the unrounded balances at rate 0: L·(n − i)/n, whose numerator is below n³ if cents fail. */
function interestFreeRows<Row>(
  { principalCents: loanCents, durationMonths }: LoanTerms,
  makeRow: MakeRow<Row>,
): Schedule<Row> {
  const rows: Row[] = [];
  let beforeCents = loanCents;
  for (let monthsLeft = durationMonths - 1; monthsLeft >= 0; monthsLeft--) {
    const balanceCents = divideHalfUp(loanCents * monthsLeft, durationMonths);
    const principalCents = beforeCents - balanceCents;
    rows.push(makeRow(durationMonths - monthsLeft, principalCents, principalCents, 0, balanceCents));
    beforeCents = balanceCents;
  }
  return { rows, totalInterestCents: 0 };
}

function unroundedPayment({ principalCents, durationMonths }: LoanTerms, rate: number): number {
  const growth = compound(rate, durationMonths);
  return (principalCents * rate * (1 + growth)) / growth;
}
