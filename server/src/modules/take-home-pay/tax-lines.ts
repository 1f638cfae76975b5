/**
 * The lines of an assessment. Incomes are whole dollars and rates thousandths of a percent. A dollar at such a rate is
 * a thousandth of a cent, so every product is an integer below 10¹⁶ and exact.
 */
import type { TaxLineKey } from 'contract/take-home-pay/take-home-pay.constants.ts';
import { divideHalfUp } from '#domain/finance/rounding.ts';
import type { Evidence, Piece, TaxYear } from './tax-rules.ts';

export interface TaxStep {
  over: number;
  /** Null if the step has no end. */
  upTo: number | null;
  baseCents: number;
  rateThousandths: number;
  part: number;
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

/** Every bracket that the income exceeds, and always the first one. */
function incomeTaxSteps({ residentRates: { over: brackets } }: TaxYear, taxable: number): TaxStep[] {
  const reached = brackets.filter(({ over }, index) => index === 0 || taxable > over);
  return reached.map(({ over, rateThousandths }, index) => {
    const upTo = brackets[index + 1]?.over ?? null;
    return step({ over, upTo }, rateOnly(rateThousandths), Math.min(taxable, upTo ?? taxable) - over);
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
  return step({ over: piece.over, upTo }, piece, Math.max(income - piece.over, 0));
}

/** The lesser of the whole levy and the part that is phased in above the threshold. */
function levyStep({ medicareLevy: levy }: TaxYear, taxable: number): TaxStep {
  const above = Math.max(taxable - levy.threshold, 0);
  const isWhole = above > 0 && taxable * levy.percent <= above * levy.phase_in_percent;
  return isWhole
    ? step({ over: 0, upTo: null }, rateOnly(levy.percent), taxable)
    : step({ over: levy.threshold, upTo: null }, rateOnly(levy.phase_in_percent), above);
}

/** Above the last threshold that applies, a percentage of the whole income. Below the first one, of the part above another threshold. */
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
