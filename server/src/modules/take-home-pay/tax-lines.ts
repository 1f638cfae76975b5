/**
 * The lines of an assessment. Incomes are whole dollars, rates thousandths of a percent: a dollar at such a rate is a
 * thousandth of a cent, so that every product is an integer below 10¹⁶ and exact.
 */
import type { TaxLineKey } from 'contract/take-home-pay/take-home-pay.constants.ts';
import { divideHalfUp } from '#domain/finance/rounding.ts';
import type { Evidence, Piece, TaxYear } from './tax-rules.ts';

export interface TaxStep {
  over: number;
  /** Null where the step has no end. */
  upTo: number | null;
  baseCents: number;
  rateThousandths: number;
  part: number;
  /** Base and rate of the part, at least 0; before rounding, in thousandths of a cent. */
  exact: number;
  cents: number;
}

export interface TaxLine {
  key: TaxLineKey;
  /** Negative where it is taken off. */
  cents: number;
  exact: number;
  steps: TaxStep[];
  evidence: Evidence;
}

/** `repayment` is null without a study loan, and needs a year that has figures for one. */
export function taxLines(year: TaxYear, taxable: number, repayment: number | null): TaxLine[] {
  const tax = line('income_tax', incomeTaxSteps(year, taxable), year.residentRates.evidence);
  const left = { cents: tax.cents, exact: tax.exact };
  const takeOff = (key: TaxLineKey, { pieces, evidence }: TaxYear['lowIncomeOffset']): TaxLine => {
    const { steps, ...offset } = line(key, [pieceStep(pieces, taxable)], evidence);
    const cents = Math.min(offset.cents, left.cents);
    const exact = Math.min(offset.exact, left.exact);
    left.cents -= cents;
    left.exact -= exact;
    return { ...offset, steps, cents: -cents, exact: -exact };
  };
  const lines = [tax, takeOff('low_income_offset', year.lowIncomeOffset)];
  if (year.lowMiddleIncomeOffset) {
    lines.push(takeOff('low_middle_income_offset', year.lowMiddleIncomeOffset));
  }
  lines.push(line('medicare_levy', [levyStep(year, taxable)], year.medicareLevy.evidence));
  if (repayment !== null && year.studyLoan) {
    lines.push(line('study_loan', [studyLoanStep(year.studyLoan, repayment)], year.studyLoan.evidence));
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

function step(range: Pick<TaxStep, 'over' | 'upTo'>, rate: Omit<Piece, 'over'>, part: number): TaxStep {
  const exact = Math.max(rate.baseCents * 1_000 + part * rate.rateThousandths, 0);
  const { over, upTo } = range;
  const { baseCents, rateThousandths } = rate;
  return { over, upTo, baseCents, rateThousandths, part, exact, cents: divideHalfUp(exact, 1_000) };
}

const rateOnly = (rateThousandths: number) => ({ baseCents: 0, rateThousandths });

/** Each bracket that the income is over, and always the first. */
function incomeTaxSteps({ residentRates: { over: brackets } }: TaxYear, taxable: number): TaxStep[] {
  const reached = brackets.filter(({ over }, index) => index === 0 || taxable > over);
  return reached.map(({ over, rateThousandths }, index) => {
    const upTo = brackets[index + 1]?.over ?? null;
    return step({ over, upTo }, rateOnly(rateThousandths), Math.min(taxable, upTo ?? taxable) - over);
  });
}

/** The last piece that the income is over, or the first; `end` is the last dollar of the last one. */
function pieceStep(pieces: readonly Piece[], income: number, end: number | null = null): TaxStep {
  const index = Math.max(
    pieces.findLastIndex(({ over }) => income > over),
    0,
  );
  const piece = pieces[index]!;
  const upTo = pieces[index + 1]?.over ?? end;
  return step({ over: piece.over, upTo }, piece, Math.max(income - piece.over, 0));
}

/** The lesser of the whole levy and what is phased in above the threshold. */
function levyStep({ medicareLevy: levy }: TaxYear, taxable: number): TaxStep {
  const above = Math.max(taxable - levy.threshold, 0);
  const isWhole = above > 0 && taxable * levy.percent <= above * levy.phase_in_percent;
  return isWhole
    ? step({ over: 0, upTo: null }, rateOnly(levy.percent), taxable)
    : step({ over: levy.threshold, upTo: null }, rateOnly(levy.phase_in_percent), above);
}

/** A percentage of all of the income from a threshold on; below the first one of the part above another. */
function studyLoanStep({ marginal, whole }: NonNullable<TaxYear['studyLoan']>, income: number): TaxStep {
  const index = whole.findLastIndex(({ over: from }) => income >= from);
  const reached = whole[index];
  if (reached) {
    const next = whole[index + 1];
    const range = { over: reached.over - 1, upTo: next ? next.over - 1 : null };
    return step(range, rateOnly(reached.rateThousandths), income);
  }
  const lastBelow = whole[0]!.over - 1;
  const free = marginal[0]?.over ?? lastBelow;
  if (income <= free) return step({ over: 0, upTo: free }, rateOnly(0), income);
  return pieceStep(marginal, income, lastBelow);
}
