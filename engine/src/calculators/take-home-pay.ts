import type { FieldErrors } from 'contract/errors.ts';
import { payLimits, payPeriodsPerYear } from 'contract/take-home-pay/take-home-pay.constants.ts';
import type { TakeHomePayBody, TakeHomePayResult } from 'contract/take-home-pay/take-home-pay.ts';
import { percentOf } from 'engine/arithmetic/rounding.ts';
import { Refusal } from 'engine/refusal.ts';
import { sumOf, taxLines } from './tax-lines.ts';
import type { Evidence, TaxYear } from './tax-rules.ts';

type YearFigures = Omit<TakeHomePayResult, 'comparison'>;
type Deduction = Pick<TakeHomePayResult, 'standard_deduction'>;

/** The pay of a year, in cents. */
interface Pay {
  grossCents: number;
  sacrificeCents: number;
  hasStudyLoan: boolean;
  hasStandardDeduction: boolean;
}

/** Throws a `Refusal`. */
export function takeHomePayResult(years: readonly TaxYear[], request: TakeHomePayBody): TakeHomePayResult {
  const { year, compared } = requestedYears(years, request);
  const perYear = payPeriodsPerYear[request.period];
  const pay = {
    grossCents: request.income * perYear,
    sacrificeCents: request.salary_sacrifice * perYear,
    hasStudyLoan: request.study_loan,
    hasStandardDeduction: request.standard_deduction,
  };
  const figures = yearFigures(year, pay);
  if (!compared) return { ...figures, comparison: null, ...deductionOf(year, pay) };
  const differenceCents = assess(year, pay).netCents - assess(compared, pay).netCents;
  const comparison = {
    ...yearFigures(compared, pay),
    net_difference: differenceCents / 100,
    ...deductionOf(compared, pay),
  };
  return { ...figures, comparison, ...deductionOf(year, pay) };
}

/** Throws a `Refusal` for years without figures, or without the requested figures. */
function requestedYears(
  years: readonly TaxYear[],
  { income_year, compare_year, study_loan: hasStudyLoan }: TakeHomePayBody,
) {
  const refused: FieldErrors = {};
  const find = (name: string | undefined, field: string, loanField: string) => {
    const year = yearNamed(years, name, (message) => (refused[field] = [message]));
    if (year && hasStudyLoan && !year.study_loan) refused[loanField] = [noStudyLoanFigures(year.income_year)];
    return year;
  };
  const year = find(income_year, 'income_year', 'study_loan');
  const compared = compare_year && find(compare_year, 'compare_year', 'compare_year');
  if (compared && compared === year) refused['compare_year'] = ['Must be another year.'];
  if (!year || Object.keys(refused).length > 0) throw new Refusal(refused);
  return { year, compared };
}

/** By default the last year with figures for study loans. Calls `refuse` if there is no such year. */
export function yearNamed(
  years: readonly TaxYear[],
  name: string | undefined,
  refuse: (message: string) => void,
): TaxYear | undefined {
  const year = years.findLast(({ income_year, study_loan }) => (name ? income_year === name : study_loan));
  const names = years.map(({ income_year }) => income_year);
  if (!year) refuse(`Must be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}.`);
  return year;
}

export const noStudyLoanFigures = (year: string): string => `There are no study loan figures for ${year}.`;

/** The assessment of a year, in cents. */
export function assess(
  year: TaxYear,
  { grossCents, sacrificeCents, hasStudyLoan, hasStandardDeduction }: Pay,
) {
  const receivedCents = grossCents - sacrificeCents;
  const limitCents = hasStandardDeduction ? (year.standard_deduction?.amount ?? 0) * 100 : 0;
  // The deduction is at most the income from work.
  const deductionCents = Math.min(limitCents, receivedCents);
  const taxable = wholeDollars(receivedCents - deductionCents);
  const repayment = hasStudyLoan ? taxable + wholeDollars(sacrificeCents) : null;
  const lines = taxLines(year, taxable, repayment);
  const taxCents = sumOf(lines, 'cents');
  return { deductionCents, taxable, repayment, lines, taxCents, netCents: receivedCents - taxCents };
}

/** Drops the cents. */
const wholeDollars = (cents: number) => Math.floor(cents / 100);

/** Absent if the year has no standard deduction, or the request excludes it. */
function deductionOf(year: TaxYear, pay: Pay): Deduction {
  const rule = year.standard_deduction;
  if (!rule || !pay.hasStandardDeduction) return {};
  return { standard_deduction: { amount: assess(year, pay).deductionCents / 100, ...evidenceOf(rule) } };
}

function yearFigures(year: TaxYear, pay: Pay): YearFigures {
  const { taxable, repayment, lines, taxCents, netCents } = assess(year, pay);
  const receivedCents = pay.grossCents - pay.sacrificeCents;
  const withDollarMore = taxLines(year, taxable + 1, repayment === null ? null : repayment + 1);
  const next = payLimits.addedAmounts.map((added) => {
    const { netCents: moreCents } = assess(year, { ...pay, grossCents: pay.grossCents + added * 100 });
    return { added, kept: (moreCents - netCents) / 100 };
  });
  return {
    income_year: year.income_year,
    gross_income: pay.grossCents / 100,
    salary_sacrifice: pay.sacrificeCents / 100,
    taxable_income: taxable,
    repayment_income: repayment,
    lines: lines.map(({ key, cents, steps, evidence }) => ({
      key,
      amount: cents / 100,
      steps: steps.map(({ answer }) => answer),
      ...evidenceOf(evidence),
    })),
    total_tax: taxCents / 100,
    net_income: netCents / 100,
    net_per: {
      yearly: netCents / 100,
      monthly: perPeriod(netCents, 'monthly'),
      fortnightly: perPeriod(netCents, 'fortnightly'),
      weekly: perPeriod(netCents, 'weekly'),
    },
    average_rate_percent: receivedCents === 0 ? null : percentOf(taxCents, receivedCents),
    marginal_rate_percent: (sumOf(withDollarMore, 'exact') - sumOf(lines, 'exact')) / 1_000,
    next,
  };
}

const evidenceOf = ({ provisional: note, sources }: Evidence) => ({
  provisional: note !== undefined,
  sources,
  ...(note !== undefined && { note }),
});

/** Rounds half up: below 0, too, a half becomes the larger amount. */
function perPeriod(cents: number, period: keyof typeof payPeriodsPerYear): number {
  const periods = payPeriodsPerYear[period];
  return Math.floor((2 * cents + periods) / (2 * periods)) / 100;
}
