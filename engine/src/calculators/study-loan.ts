/** A study loan until it ends, and whether to pay before 1 June or to keep the money. All amounts are in cents. */
import type { FieldErrors } from 'contract/errors.ts';
import { studyLoanLimits } from 'contract/study-loan/study-loan.constants.ts';
import { bufferedRate } from 'contract/buying/buying.constants.ts';
import type { StudyLoanBody, StudyLoanResult } from 'contract/study-loan/study-loan.ts';
import { fractionBits, multiply, one, power, roundFixedPoint } from 'engine/arithmetic/fixed-point.ts';
import { divideExactlyHalfUp, divideHalfUp } from 'engine/arithmetic/rounding.ts';
import { noCents } from 'contract/units.ts';
import { Refusal } from 'engine/refusal.ts';
import { borrowingPowerCents } from './borrowing-power.ts';
import { assess, noStudyLoanFigures, takeHomePayResult, yearNamed } from './take-home-pay.ts';
import { studyLoanCents } from './tax-lines.ts';
import type { Piece, TaxYear } from './tax-rules.ts';

/** The file `content/study-loan-indexation.json`. */
export interface StudyLoanIndexation {
  /** The oldest year first. */
  rates: readonly { year: number; percent: number }[];
}

/** The figures of law that a study loan needs. */
export interface StudyLoanLaw {
  indexation: StudyLoanIndexation;
  /** The oldest year first. */
  taxYears: readonly TaxYear[];
}

type PayingEarly = NonNullable<StudyLoanResult['paying_early']>;
type YearRow = StudyLoanResult['rows'][number];

/** Throws a `Refusal`. */
export function studyLoanResult(law: StudyLoanLaw, request: StudyLoanBody): StudyLoanResult {
  const first = firstYear(law.taxYears, request.first_year);
  const indexation = request.indexation ?? Math.round(law.indexation.rates.at(-1)!.percent * 10);
  const loan = { law, request, first, indexation };
  const years = yearsOf(loan, request.voluntary);
  return {
    rows: years.map((year) => rowOf(year)),
    ends_in: years.at(-1)!.closing === 0 ? years.at(-1)!.name : null,
    total_indexation: sumOf(years, 'indexed') / 100,
    total_compulsory: sumOf(years, 'compulsory') / 100,
    paying_early: request.voluntary > 0 ? payingEarly(loan, years) : null,
    borrowing: borrowingOf(request, years[0]!.compulsory),
  };
}

function firstYear(years: readonly TaxYear[], name: string | undefined): TaxYear {
  const refused: FieldErrors = {};
  const year = yearNamed(years, name, (message) => (refused['first_year'] = [message]));
  if (year && !year.study_loan) refused['first_year'] = [noStudyLoanFigures(year.income_year)];
  if (!year || refused['first_year']) throw new Refusal(refused);
  return year;
}

interface Loan {
  law: StudyLoanLaw;
  request: StudyLoanBody;
  first: TaxYear;
  /** In tenths of a percent. */
  indexation: number;
}

interface LoanYear {
  name: string;
  opening: number;
  voluntary: number;
  indexed: number;
  income: number;
  /** In whole dollars. */
  repaymentIncome: number;
  compulsory: number;
  closing: number;
  isProjected: boolean;
}

function yearsOf({ law, request, first, indexation }: Loan, voluntaryPayment: number): LoanYear[] {
  const years: LoanYear[] = [];
  const start = Number(first.income_year.slice(0, 4));
  let opening: number = request.balance;
  let income = 0;
  for (let index = 0; index < studyLoanLimits.maxYears; index++) {
    const name = yearName(start + index);
    const voluntary = index === 0 ? voluntaryPayment : 0;
    const owed = opening - voluntary;
    const indexed = divideHalfUp((owed - (index === 0 ? request.not_yet_indexed : 0)) * indexation, 1_000);
    income = request.incomes[index] ?? grown(income, request.income_growth);
    const assessed = repaymentOf(
      law.taxYears,
      name,
      income,
      request.threshold_growth ?? request.income_growth,
    );
    const compulsory = Math.min(assessed.cents, owed + indexed);
    const closing = owed + indexed - compulsory;
    const { repaymentIncome, isProjected } = assessed;
    years.push({
      name,
      opening,
      voluntary,
      indexed,
      income,
      repaymentIncome,
      compulsory,
      closing,
      isProjected,
    });
    if (closing === 0) break;
    opening = closing;
  }
  return years;
}

const yearName = (start: number) => `${start}-${String((start + 1) % 100).padStart(2, '0')}`;

const growthUnits = 10_000n;
/** Half up to the cent. The growth is in hundredths of a percent. */
const grown = (cents: number, growth: number) =>
  divideExactlyHalfUp(BigInt(cents) * (growthUnits + BigInt(growth)), growthUnits);

/** The compulsory repayment of a year by its own figures, or else by those of the last year that has some, projected. */
function repaymentOf(years: readonly TaxYear[], name: string, grossCents: number, growth: number) {
  const own = years.find(({ income_year, study_loan }) => income_year === name && study_loan);
  const figures = own ?? years.findLast(({ study_loan }) => study_loan)!;
  const pay = { grossCents, sacrificeCents: 0, hasStudyLoan: true, hasStandardDeduction: true };
  const repaymentIncome = assess(figures, pay).repayment!;
  const rule = figures.study_loan!;
  const yearsLater = Number(name.slice(0, 4)) - Number(figures.income_year.slice(0, 4));
  const cents = own
    ? studyLoanCents(rule, repaymentIncome)
    : projectedRepayment(rule, repaymentIncome, growth, yearsLater);
  return { cents, repaymentIncome, isProjected: !own };
}

/** With thresholds that grew for some years: the rate of each piece of the income, at most the highest rate of all of it. */
function projectedRepayment(
  { marginal, whole }: NonNullable<TaxYear['study_loan']>,
  income: number,
  growth: number,
  years: number,
): number {
  const factor = growthUnits ** BigInt(years);
  const grownFactor = (growthUnits + BigInt(growth)) ** BigInt(years);
  const thresholds = marginal.map(({ over }) => Number((BigInt(over) * grownFactor) / factor));
  const base = marginal.map(({ rateThousandths }, index) => {
    const width = (thresholds[index + 1] ?? 0) - thresholds[index]!;
    // In whole dollars, as the law states it.
    return Math.floor((width * rateThousandths) / 100_000);
  });
  const index = thresholds.findLastIndex((threshold) => income > threshold);
  if (index === -1) return 0;
  const baseDollars = base.slice(0, index).reduce((total, dollars) => total + dollars, 0);
  const rate = marginal[index]!.rateThousandths;
  const byPieces = baseDollars * 100_000 + (income - thresholds[index]!) * rate;
  return divideHalfUp(Math.min(byPieces, income * highestRate(whole)), 1_000);
}

const highestRate = (whole: readonly Piece[]) => whole.at(-1)!.rateThousandths;

const rowOf = (year: LoanYear): YearRow => ({
  income_year: year.name,
  opening: year.opening / 100,
  voluntary: year.voluntary / 100,
  indexation: year.indexed / 100,
  income: year.income / 100,
  repayment_income: year.repaymentIncome,
  compulsory: year.compulsory / 100,
  closing: year.closing / 100,
  projected: year.isProjected,
});

const sumOf = (years: readonly LoanYear[], field: 'indexed' | 'compulsory') =>
  years.reduce((total, year) => total + year[field], 0);

function payingEarly(loan: Loan, paid: readonly LoanYear[]): PayingEarly {
  const unpaid = yearsOf(loan, 0);
  const doesEnd = unpaid.at(-1)!.closing === 0;
  return {
    indexation_saved_first: (unpaid[0]!.indexed - paid[0]!.indexed) / 100,
    indexation_saved: (sumOf(unpaid, 'indexed') - sumOf(paid, 'indexed')) / 100,
    years_sooner: doesEnd ? unpaid.length - paid.length : null,
    alternative: doesEnd ? alternativeOf(loan, paid, unpaid) : null,
  };
}

/** Both sides are valued on the day on which the loan would end without the payment. */
function alternativeOf(
  { law, request, first }: Loan,
  paid: readonly LoanYear[],
  unpaid: readonly LoanYear[],
): PayingEarly['alternative'] {
  const { alternative: kind, alternative_rate: rate = 0 } = request;
  if (!kind) return null;
  const tax = kind === 'savings' ? marginalRate(law.taxYears, first, request.incomes[0]!) : 0;
  const growth = yearGrowth(rate, tax);
  const years = unpaid.length;
  const keeping = roundFixedPoint(BigInt(request.voluntary) * power(growth, years - 1));
  // The value in fixed point, carried from each repayment to the next.
  const value = unpaid.reduce((carried, { compulsory }, index) => {
    const freed = compulsory - (paid[index]?.compulsory ?? 0);
    return multiply(carried, growth) + (BigInt(freed) << fractionBits);
  }, 0n);
  const paying = roundFixedPoint(value);
  const difference = paying - keeping;
  return {
    kind,
    tax_percent: tax,
    keeping: keeping / 100,
    paying: paying / 100,
    difference: difference / 100,
    better: difference > 0 ? 'pay' : difference < 0 ? 'keep' : 'equal',
  };
}

/** The tax on one more dollar, in percent, without the study loan. */
const marginalRate = (years: readonly TaxYear[], year: TaxYear, income: StudyLoanBody['balance']): number =>
  takeHomePayResult(years, {
    income,
    period: 'yearly',
    income_year: year.income_year,
    salary_sacrifice: noCents,
    study_loan: false,
    standard_deduction: true,
    compare_year: undefined,
  }).marginal_rate_percent;

/** The growth of a year with monthly compounding, in fixed point. The rate is in millionths of a percent, the tax in percent. */
function yearGrowth(rate: number, taxPercent: number): bigint {
  const untaxedThousandths = 100_000n - BigInt(Math.round(taxPercent * 1_000));
  const monthly = ((BigInt(rate) * untaxedThousandths) << fractionBits) / (12n * 10n ** 13n);
  return power(one + monthly, 12);
}

function borrowingOf(request: StudyLoanBody, compulsory: number): StudyLoanResult['borrowing'] {
  const { annual_interest_rate, duration_months, buffer } = request;
  if (annual_interest_rate === undefined) return null;
  const perMonth = Math.floor(compulsory / 12);
  const annualRateMillionths = bufferedRate(annual_interest_rate, buffer);
  const loan = borrowingPowerCents({
    repaymentCents: perMonth,
    durationMonths: duration_months,
    annualRateMillionths,
    compounding: 'monthly',
    paymentFrequency: 'monthly',
  });
  return {
    per_month: perMonth / 100,
    assessment_rate: annualRateMillionths / 1e6,
    loan: Number(loan) / 100,
  };
}
