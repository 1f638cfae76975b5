/** What incomes, or a monthly payment, can borrow at the rate with its buffer. */
import { assessmentRate } from 'contract/buying/buying.constants.ts';
import type { BuyingBody } from 'contract/buying/buying-fields.ts';
import type { BuyingResult } from 'contract/buying/buying.ts';
import type { FieldErrors } from 'contract/errors.ts';
import { payPeriodsPerYear } from 'contract/take-home-pay/take-home-pay.constants.ts';
import { noCents } from 'contract/units.ts';
import { borrowingPowerCents } from 'engine/calculators/borrowing-power.ts';
import { assess, noStudyLoanFigures, yearNamed } from 'engine/calculators/take-home-pay.ts';
import type { TaxYear } from 'engine/calculators/tax-rules.ts';
import { Refusal } from 'engine/refusal.ts';

type Borrowing = NonNullable<BuyingResult['borrowing']>;

/** Null without incomes or a repayment. Throws a `Refusal` for a year without the requested figures. */
export function borrowingOf(years: readonly TaxYear[], terms: BuyingBody): Borrowing | null {
  if (terms.repayment !== undefined) {
    const available = { cents: terms.repayment, shortByCents: 0 };
    return {
      ...figures(terms, available),
      income_year: null,
      incomes: [],
      net_per_month: null,
      study_loan_takes: 0,
    };
  }
  if (terms.incomes.length === 0) return null;
  const year = requestedYear(years, terms);
  const incomes = terms.incomes.map((income) => yearOf(year, income));
  const netPerMonth = monthly(incomes.map(({ netCents }) => netCents));
  const withoutStudyLoans = monthly(incomes.map(({ netCents, studyLoanCents }) => netCents + studyLoanCents));
  const result = figures(terms, availableOf(terms, netPerMonth));
  const loanWithout = figures(terms, availableOf(terms, withoutStudyLoans)).loan;
  return {
    income_year: year.income_year,
    incomes: incomes.map(({ grossCents, netCents, studyLoanCents }) => ({
      gross_income: grossCents / 100,
      net_income: netCents / 100,
      study_loan: studyLoanCents / 100,
    })),
    net_per_month: netPerMonth / 100,
    ...result,
    study_loan_takes: Math.round((loanWithout - result.loan) * 100) / 100,
  };
}

function requestedYear(years: readonly TaxYear[], terms: BuyingBody): TaxYear {
  const refused: FieldErrors = {};
  const year = yearNamed(years, terms.income_year, (message) => (refused['income_year'] = [message]));
  for (const [index, { study_loan }] of terms.incomes.entries()) {
    if (!year || !study_loan || year.study_loan) continue;
    refused[`incomes.${index}.study_loan`] = [noStudyLoanFigures(year.income_year)];
  }
  if (!year || Object.keys(refused).length > 0) throw new Refusal(refused);
  return year;
}

function yearOf(
  year: TaxYear,
  { income, period, salary_sacrifice, study_loan }: BuyingBody['incomes'][number],
) {
  const perYear = payPeriodsPerYear[period];
  const grossCents = income * perYear;
  const { lines, netCents } = assess(year, {
    grossCents,
    sacrificeCents: salary_sacrifice * perYear,
    hasStudyLoan: study_loan,
    hasStandardDeduction: true,
  });
  return { grossCents, netCents, studyLoanCents: lines.find(({ key }) => key === 'study_loan')?.cents ?? 0 };
}

/** A twelfth, cut to the cent. */
const monthly = (yearlyCents: readonly number[]): number =>
  Math.floor(yearlyCents.reduce((total, cents) => total + cents, 0) / 12);

function availableOf({ living_costs = noCents, other_debts }: BuyingBody, netCents: number) {
  const cents = netCents - living_costs - other_debts;
  return { cents: Math.max(cents, 0), shortByCents: Math.max(-cents, 0) };
}

function figures(terms: BuyingBody, { cents, shortByCents }: ReturnType<typeof availableOf>) {
  const annualRateMillionths = assessmentRate(terms);
  const loanCents = borrowingPowerCents({
    repaymentCents: cents,
    durationMonths: terms.duration_months,
    annualRateMillionths,
    compounding: 'monthly',
    paymentFrequency: 'monthly',
  });
  return {
    available: cents / 100,
    short_by: shortByCents / 100,
    assessment_rate: annualRateMillionths / 1e6,
    loan: Number(loanCents) / 100,
  };
}
