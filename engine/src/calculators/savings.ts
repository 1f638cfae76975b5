/** Regular savings: each month, interest on the balance, rounded to the cent, then the deposit. */
import type { SavingsBody, SavingsResult } from 'contract/scenarios/scenarios.ts';
import { atMost, scenarioLimits } from 'contract/scenarios/scenarios.constants.ts';
import { Refusal } from 'engine/refusal.ts';
import { fractionBits, power, roundFixedPoint } from 'engine/arithmetic/fixed-point.ts';
import { compound, exactPeriodGrowth, periodRate, periodRateError } from 'engine/arithmetic/period-rates.ts';
import { divideExactlyHalfUp, roundHalfUp } from 'engine/arithmetic/rounding.ts';
import type { Slices } from 'engine/slices.ts';
import { smallestPassing } from 'engine/arithmetic/smallest.ts';

interface SavingsTerms {
  openingCents: number;
  depositPerMonthCents: number;
  months: number;
  annualRateMillionths: number;
}

interface SavingsRow {
  depositCents: number;
  interestCents: number;
  balanceCents: number;
}

/** The interest of a month is balance · R/12. R is in millionths of a percent. */
const monthDivisor = 1.2e9;

/** One row for each month until the balance exceeds the limit. */
export function savingsRows(terms: SavingsTerms): SavingsRow[] {
  const { openingCents, depositPerMonthCents: depositCents, months, annualRateMillionths } = terms;
  const rows: SavingsRow[] = [];
  let balanceCents = openingCents;
  for (let month = 1; month <= months; month++) {
    const interestCents = monthInterestCents(balanceCents, annualRateMillionths);
    balanceCents += interestCents + depositCents;
    if (balanceCents > scenarioLimits.maxSavingsBalance * 100) break;
    rows.push({ depositCents, interestCents, balanceCents });
  }
  return rows;
}

/** The smallest monthly deposit with which the savings reach the target. */
export function solveDeposit(
  terms: Omit<SavingsTerms, 'depositPerMonthCents'>,
  targetCents: number,
): Slices<number> {
  return smallestPassing(targetCents, (depositCents) => {
    // A balance never falls, so reaching the target is enough.
    let balanceCents = terms.openingCents;
    for (let month = 1; month <= terms.months && balanceCents < targetCents; month++) {
      balanceCents += monthInterestCents(balanceCents, terms.annualRateMillionths) + depositCents;
    }
    return balanceCents >= targetCents;
  });
}

function monthInterestCents(balanceCents: number, annualRateMillionths: number): number {
  return roundHalfUp(balanceCents * (annualRateMillionths / monthDivisor), periodRateError, () =>
    divideExactlyHalfUp(BigInt(balanceCents) * BigInt(annualRateMillionths), BigInt(monthDivisor)),
  );
}

/** The balance in today's money: balance / (1 + inflation)^(months/12), rounded to the cent. */
export function inTodaysCents(balanceCents: number, inflationMillionths: number, months: number): number {
  const growth = 1 + compound(periodRate(inflationMillionths, 'yearly', 12), months);
  return roundHalfUp(balanceCents / growth, todayError, () =>
    roundFixedPoint(
      (BigInt(balanceCents) << (2n * fractionBits)) /
        power(exactPeriodGrowth(inflationMillionths, 'yearly', 12), months),
    ),
  );
}

/**
 * g^m − 1 has at most F·(52 + 2·log₂m) + 2·(ones in m − 1) units of 2⁻⁵³, where F = m·ln g/(1 − g⁻ᵐ) < 10 at 20 %
 * over 600 months: less than 720 < 1,024.
 */
const todayError = 2 ** -43;

/** Throws a `Refusal`. */
export function savingsResult(request: SavingsBody): SavingsResult {
  const months = request.duration_months;
  const rows = savingsRows({
    openingCents: request.opening_balance,
    depositPerMonthCents: request.deposit_per_month,
    months,
    annualRateMillionths: request.annual_interest_rate,
  });
  const last = rows.at(-1);
  if (!last || rows.length < months) throw new Refusal({ duration_months: [atMost(rows.length)] });
  return {
    final_balance: last.balanceCents / 100,
    total_deposits: sum(rows, 'depositCents') / 100,
    total_interest: sum(rows, 'interestCents') / 100,
    final_balance_today: inTodaysCents(last.balanceCents, request.inflation_rate, months) / 100,
    schedule: rows.map((row, index) => ({ period: index + 1, ...figuresOf(row) })),
    yearly: yearsOf(rows).map((row, index) => ({ year: index + 1, ...figuresOf(row) })),
  };
}

const figuresOf = ({ depositCents, interestCents, balanceCents }: SavingsRow) => ({
  deposit: depositCents / 100,
  interest: interestCents / 100,
  balance: balanceCents / 100,
});

function yearsOf(rows: readonly SavingsRow[]): SavingsRow[] {
  return Array.from({ length: Math.ceil(rows.length / 12) }, (_, year) => {
    const months = rows.slice(12 * year, 12 * (year + 1));
    return {
      depositCents: sum(months, 'depositCents'),
      interestCents: sum(months, 'interestCents'),
      balanceCents: months.at(-1)?.balanceCents ?? 0,
    };
  });
}

function sum(rows: readonly SavingsRow[], figure: 'depositCents' | 'interestCents'): number {
  return rows.reduce((total, row) => total + row[figure], 0);
}
