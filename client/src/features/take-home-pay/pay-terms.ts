import { payPeriods, type TaxLineKey } from 'contract/take-home-pay/take-home-pay.constants.ts';
// oxlint-disable-next-line no-restricted-imports -- content is outside of the workspaces.
import taxRules from '../../../../content/tax-rules.json';
import { periodChoices } from '#parts/calculator/pay-periods.ts';
import { termsCalculator, type TermsField, type TermsOf } from '#parts/calculator/terms.ts';

export type PayTerms = TermsOf<'takeHomePay'>;

interface TaxYear {
  income_year: string;
  /** Whether the year has figures for study loans. */
  study_loan: boolean;
  standard_deduction: boolean;
}

/** The oldest year first. */
export const taxYears: readonly TaxYear[] = taxRules.years.map((year) => ({
  income_year: year.income_year,
  study_loan: 'study_loan' in year,
  standard_deduction: 'standard_deduction' in year,
}));

export const lineTexts = {
  income_tax: 'Income tax',
  low_income_offset: 'Low income tax offset',
  low_middle_income_offset: 'Low and middle income tax offset',
  working_offset: 'Working Australians tax offset',
  medicare_levy: 'Medicare levy',
  study_loan: 'Study loan repayment',
} as const satisfies Record<TaxLineKey, string>;

export const deductionText = 'Standard deduction';

/** The latest year with every kind of figures. A new year often has none for study loans at first. */
const latestCompleteYear = (years: readonly TaxYear[]) =>
  (years.findLast(({ study_loan }) => study_loan) ?? years.at(-1))?.income_year ?? '';

/** The income year of a day (`2026-11-27` is in `2026-27`), which begins on 1 July. */
export function incomeYearOf(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const first = month >= 7 ? year : year - 1;
  return `${first}-${String(first + 1).slice(2)}`;
}

/** Why the form begins with an earlier income year than today's, if it does. */
export function earlierYearReason(years: readonly TaxYear[], today: string): string | undefined {
  const current = incomeYearOf(today);
  const initial = latestCompleteYear(years);
  if (initial >= current) return undefined;
  const found = years.find(({ income_year }) => income_year === current);
  const missing = found ? 'no study loan figures with a source' : 'no tax figures with a source yet';
  return `The form begins with ${initial}, because we have ${missing} for ${current}.`;
}

/** The fields for these years. A year without figures for study loans disables their box, and says why. */
export function payFields(
  years: readonly TaxYear[],
  { income_year = '', study_loan = '' }: Partial<PayTerms> = {},
): TermsField<keyof PayTerms>[] {
  const isLacking = years.some((year) => year.income_year === income_year && !year.study_loan);
  const choices = years.map((year) => [year.income_year, year.income_year] as const).toReversed();
  return [
    {
      name: 'income',
      label: 'Pay Before Tax',
      hint: 'Australian dollars, without the super that your employer pays',
      initial: '',
    },
    {
      name: 'period',
      label: 'Per',
      hint: 'The time that this pay is for',
      initial: 'yearly',
      choices: periodChoices,
    },
    {
      name: 'raise',
      label: 'Raise',
      hint: 'To compare two pays: an amount for the same time, or per cent, such as 4%. A cut has a minus.',
      initial: '',
      isGrouped: true,
      isOptional: true,
    },
    {
      name: 'income_year',
      label: 'Income Year',
      hint: 'From 1 July to 30 June',
      initial: latestCompleteYear(years),
      choices,
    },
    {
      name: 'salary_sacrifice',
      label: 'Salary Sacrifice to Super',
      hint: 'Australian dollars, for the same time',
      initial: '0',
      isOptional: true,
    },
    {
      name: 'standard_deduction',
      label: 'Standard Deduction',
      hint: 'For expenses of work. Choose No if you deduct your actual expenses instead',
      initial: '',
      isOptional: true,
      choices: [
        ['', 'Yes'],
        ['false', 'No'],
      ],
    },
    {
      name: 'compare_year',
      label: 'Compare With',
      hint: 'The same pay in another income year',
      initial: '',
      isOptional: true,
      choices: [['', 'None'], ...choices],
    },
    {
      name: 'study_loan',
      label: 'Study Loan',
      hint: isLacking
        ? `We have no repayment figures with a source for ${income_year}.`
        : 'HELP, or another study or training loan',
      // A ticked box is never disabled, so that it can be cleared.
      isDisabled: isLacking && !study_loan,
      initial: '',
      isOptional: true,
      isBox: true,
      read: (text) => (text === 'true' ? 'true' : ''),
    },
  ];
}

/** The fields of the form: only some income years have a standard deduction. */
export function visiblePayFields(inputs: Partial<PayTerms>) {
  const year = taxYears.find(({ income_year }) => income_year === inputs.income_year);
  return payFields(taxYears, inputs).filter(
    ({ name }) => name !== 'standard_deduction' || year?.standard_deduction,
  );
}

export const payCalculator = termsCalculator({
  name: 'takeHomePay',
  fields: payFields(taxYears),
  schema: async () => (await import('contract/take-home-pay/take-home-pay.ts')).TakeHomePayBody,
  requestOf: payRequest,
  load: async () => (await import('./pay-calculation.ts')).calculatePay,
});

export const periodOf = ({ period }: Pick<PayTerms, 'period'>) =>
  payPeriods.find((one) => one === period) ?? 'yearly';

export function payRequest(terms: PayTerms) {
  return {
    income: terms.income,
    period: periodOf(terms),
    income_year: terms.income_year || null,
    salary_sacrifice: terms.salary_sacrifice || null,
    study_loan: terms.study_loan === 'true',
    standard_deduction: terms.standard_deduction !== 'false',
    compare_year: terms.compare_year || null,
  };
}
