/**
 * The lines of an assessment. Incomes are whole dollars and rates thousandths of a percent. A dollar at such a rate is
 * a thousandth of a cent, so every product is an integer below 10¹⁶ and exact.
 */
import type { TaxLineKey } from 'contract/take-home-pay/take-home-pay.constants.ts';
import type { TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { divideHalfUp } from 'engine/arithmetic/rounding.ts';
import type { Evidence, Piece, TaxYear } from './tax-rules.ts';

interface TaxStep {
  answer: TakeHomePayResult['lines'][number]['steps'][number];
  /** The base and the rate of this part, at least 0, in thousandths of a cent before rounding. */
  exact: number;
  cents: number;
}

export interface TaxLine {
  key: TaxLineKey;
  /** Negative if it is subtracted. */
  cents: number;
  exact: number;
  steps: TaxStep[];
  evidence: Evidence;
}

/** `repayment` is null without a study loan. Otherwise the year must have figures for one. */
export function taxLines(year: TaxYear, taxable: number, repayment: number | null): TaxLine[] {
  const { resident_rates, medicare_levy, study_loan } = year;
  const lines = [line('income_tax', incomeTaxSteps(resident_rates.over, taxable), resident_rates)];
  for (const key of ['low_income_offset', 'low_middle_income_offset', 'working_offset'] as const) {
    const rule = year[key];
    if (!rule) continue;
    const offset = line(key, [pieceStep(rule.pieces, taxable)], rule);
    // An offset is at most the remaining income tax.
    const limited = (unit: 'cents' | 'exact') => Math.min(offset[unit], sumOf(lines, unit));
    lines.push({ ...offset, cents: -limited('cents'), exact: -limited('exact') });
  }
  lines.push(line('medicare_levy', [levyStep(medicare_levy, taxable)], medicare_levy));
  if (repayment !== null && study_loan) {
    lines.push(line('study_loan', [studyLoanStep(study_loan, repayment)], study_loan));
  }
  return lines;
}

export const sumOf = (lines: readonly TaxLine[], unit: 'cents' | 'exact'): number =>
  lines.reduce((total, each) => total + each[unit], 0);

const line = (key: TaxLineKey, steps: TaxStep[], evidence: Evidence): TaxLine => ({
  key,
  cents: steps.reduce((total, { cents }) => total + cents, 0),
  exact: steps.reduce((total, { exact }) => total + exact, 0),
  steps,
  evidence,
});

function step(over: number, up_to: number | null, rate: Omit<Piece, 'over'>, part: number): TaxStep {
  const exact = Math.max(rate.baseCents * 1_000 + part * rate.rateThousandths, 0);
  const cents = divideHalfUp(exact, 1_000);
  const rate_percent = rate.rateThousandths / 1_000;
  return {
    answer: { over, up_to, base: rate.baseCents / 100, rate_percent, part, amount: cents / 100 },
    exact,
    cents,
  };
}

const rateOnly = (rateThousandths: number) => ({ baseCents: 0, rateThousandths });

/** Every bracket that the income exceeds, and always the first one. */
function incomeTaxSteps(brackets: readonly Piece[], taxable: number): TaxStep[] {
  const exceeded = brackets.filter(({ over }, index) => index === 0 || taxable > over);
  return exceeded.map((bracket, index) => {
    const upTo = brackets[index + 1]?.over ?? null;
    return step(bracket.over, upTo, bracket, Math.min(taxable, upTo ?? taxable) - bracket.over);
  });
}

/** The last piece that the income exceeds, or the first. `end` is the last dollar of the last piece. */
function pieceStep(pieces: readonly Piece[], income: number, end: number | null = null): TaxStep {
  const index = Math.max(
    pieces.findLastIndex(({ over }) => income > over),
    0,
  );
  const piece = pieces[index]!;
  const upTo = pieces[index + 1]?.over ?? end;
  return step(piece.over, upTo, piece, Math.max(income - piece.over, 0));
}

/** The lesser of the whole levy and the part that is phased in above the threshold. */
function levyStep(levy: TaxYear['medicare_levy'], taxable: number): TaxStep {
  const above = Math.max(taxable - levy.threshold, 0);
  const isWhole = above > 0 && taxable * levy.percent <= above * levy.phase_in_percent;
  return isWhole
    ? step(0, null, rateOnly(levy.percent), taxable)
    : step(levy.threshold, null, rateOnly(levy.phase_in_percent), above);
}

/** The compulsory repayment in cents. */
export const studyLoanCents = (rule: NonNullable<TaxYear['study_loan']>, income: number): number =>
  studyLoanStep(rule, income).cents;

/**
 * From the first whole-income threshold on, a percentage of the whole income. Below it, a percentage of the part above
 * a marginal threshold.
 */
function studyLoanStep({ marginal, whole }: NonNullable<TaxYear['study_loan']>, income: number): TaxStep {
  const index = whole.findLastIndex(({ over: from }) => income >= from);
  const bracket = whole[index];
  if (bracket) {
    const next = whole[index + 1];
    return step(bracket.over - 1, next ? next.over - 1 : null, bracket, income);
  }
  const lastBelow = whole[0]!.over - 1;
  const exempt = marginal[0]?.over ?? lastBelow;
  if (income <= exempt) return step(0, exempt, rateOnly(0), income);
  return pieceStep(marginal, income, lastBelow);
}
