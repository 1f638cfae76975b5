/**
 * An independent implementation of the rules of take-home pay, which reads the file directly and computes in integers
 * of 10⁻⁹ dollars. It shares nothing with the service. A marginal rate is the difference of two results.
 */
import { readFileSync } from 'node:fs';

export interface ExactPay {
  cents: Record<string, number>;
  net: number;
  /** The amounts of the year before rounding, in 10⁻⁹ dollars. */
  unrounded: bigint;
}

interface Rule {
  over?: number[][];
  pieces?: number[][];
  marginal?: number[][];
  whole?: number[][];
}
interface Year {
  income_year: string;
  resident_rates: { over: number[][] };
  low_income_offset: Rule;
  low_middle_income_offset?: Rule;
  working_offset?: Rule;
  medicare_levy: { percent: number; threshold: number; phase_in_percent: number };
  standard_deduction?: { amount: number };
  study_loan?: Rule;
}

const { years } = JSON.parse(
  readFileSync(new URL('../../content/tax-rules.json', import.meta.url), 'utf8'),
) as {
  years: Year[];
};
const yearOf = (name: string) => years.find(({ income_year }) => income_year === name)!;

const nano = (value: number) => BigInt(Math.round(value * 1e6)) * 1_000n;
/** Converts 10⁻⁹ dollars to cents, rounding half up. */
const cents = (value: bigint) => (value + 5_000_000n) / 10_000_000n;
const times = (dollars: bigint, percent: number) => dollars * BigInt(Math.round(percent * 1e6)) * 10n;

/**
 * The result for the pay and the salary sacrifice of a year, in cents, with the standard deduction. `moreTaxable` dollars
 * are added to the taxable income after the deduction.
 */
export function exactPay(
  name: string,
  gross: number,
  sacrifice: number,
  hasLoan: boolean,
  moreTaxable = 0n,
): ExactPay {
  const year = yearOf(name);
  const allowance = BigInt(year.standard_deduction?.amount ?? 0) * 100n;
  const received = BigInt(gross) - BigInt(sacrifice);
  const income = (received > allowance ? received - allowance : 0n) / 100n + moreTaxable;
  const tax = year.resident_rates.over.reduce((sum, [over, percent], index, all) => {
    const end = all[index + 1]?.[0];
    const top = end !== undefined && BigInt(end) < income ? BigInt(end) : income;
    return top > BigInt(over!) ? sum + times(top - BigInt(over!), percent!) : sum;
  }, 0n);
  const amounts: Record<string, bigint> = { income_tax: tax };
  let left = tax;
  let leftCents = cents(tax);
  const taken: Record<string, bigint> = {};
  for (const key of ['low_income_offset', 'low_middle_income_offset', 'working_offset'] as const) {
    const { pieces } = year[key] ?? {};
    if (!pieces) continue;
    const offset = pieceOf(pieces, income);
    amounts[key] = offset < left ? -offset : -left;
    taken[key] = cents(offset) < leftCents ? cents(offset) : leftCents;
    left += amounts[key];
    leftCents -= taken[key];
  }
  const levy = year.medicare_levy;
  const phased =
    income > BigInt(levy.threshold) ? times(income - BigInt(levy.threshold), levy.phase_in_percent) : 0n;
  const whole = times(income, levy.percent);
  amounts['medicare_levy'] = whole < phased ? whole : phased;
  if (hasLoan) amounts['study_loan'] = studyLoan(year, income + BigInt(sacrifice) / 100n);
  const rounded = Object.fromEntries(
    Object.entries(amounts).map(([key, value]) => [key, Number(key in taken ? -taken[key]! : cents(value))]),
  );
  const total = Object.values(rounded).reduce((sum, value) => sum + value, 0);
  const unrounded = Object.values(amounts).reduce((sum, value) => sum + value, 0n);
  return { cents: rounded, net: gross - sacrifice - total, unrounded };
}

function pieceOf(pieces: number[][], income: bigint): bigint {
  const [over, base, percent] = pieces.findLast(([from]) => income > BigInt(from!)) ?? pieces[0]!;
  const value = nano(base!) + times(income - BigInt(over!), percent!);
  return value > 0n ? value : 0n;
}

function studyLoan(year: Year, income: bigint): bigint {
  const { whole = [], marginal = [] }: Rule = year.study_loan ?? {};
  const reached = whole.findLast(([from]) => income >= BigInt(from!));
  if (reached) return times(income, reached[1]!);
  return marginal.some(([over]) => income > BigInt(over!)) ? pieceOf(marginal, income) : 0n;
}

/** Every income at which a rule of the year changes, in dollars. */
export function thresholdsOf(name: string): number[] {
  const year = yearOf(name);
  const levy = year.medicare_levy;
  const tables = Object.values(year).flatMap((rule) => {
    if (typeof rule === 'string') return [];
    const { over = [], pieces = [], marginal = [], whole = [] } = rule as Rule;
    return [...over, ...pieces, ...marginal, ...whole].map(([from]) => from!);
  });
  const wholeLevyFrom = (levy.threshold * levy.phase_in_percent) / (levy.phase_in_percent - levy.percent);
  return [...tables, levy.threshold, Math.round(wholeLevyFrom)];
}

export const yearNames = years.map(({ income_year }) => income_year);
export const hasStudyLoan = (name: string): boolean => yearOf(name).study_loan !== undefined;
