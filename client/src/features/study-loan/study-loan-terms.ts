import { buyingLimits } from 'contract/buying/buying.constants.ts';
import { readAmount } from 'contract/typed-numbers.ts';
import { termsCalculator, type TermsField, type TermsOf } from '#parts/calculator/terms.ts';
import { timeInYears } from '#parts/calculator/time-in-years.ts';
import { addFields } from '#parts/form/typed-fields.ts';
import { indexation } from './indexation.ts';

export type StudyLoanTerms = TermsOf<'studyLoan'>;
type Field = TermsField<keyof StudyLoanTerms>;

addFields([
  { path: 'not_yet_indexed', kind: 'amount' },
  ...['threshold_growth', 'indexation', 'alternative_rate', 'buffer'].map((path) => ({ path, kind: 'rate' })),
]);

const field = (name: Field['name'], label: string, hint: string, initial = ''): Field => ({
  name,
  label,
  hint,
  initial,
  isOptional: initial === '',
});

const lastRate = indexation.rates.at(-1)!;

export const loanFields: readonly Field[] = [
  { ...field('balance', 'Owed Now', 'Australian dollars'), isOptional: false },
  {
    ...field(
      'incomes',
      'Pay Before Tax',
      'Of a year, in Australian dollars. Several years with semicolons: 80,000; 84,000',
    ),
    isOptional: false,
    read: readIncomes,
    format: (text) => text.replaceAll(',', '; '),
  },
  field('income_growth', 'Pay Grows by (%)', 'Each year after the last pay', '0'),
  field(
    'indexation',
    'Indexation (%)',
    `Each 1 June. It was ${lastRate.percent}% in ${lastRate.year}`,
    String(lastRate.percent),
  ),
  field('voluntary', 'Paid Before 1 June', 'Australian dollars that you could pay now'),
];

export const moreFields: readonly Field[] = [
  field('not_yet_indexed', 'Younger Than 11 Months', 'The part that the next 1 June does not index'),
  field(
    'threshold_growth',
    'Thresholds Grow by (%)',
    'In years without figures. As the pay, if you leave it empty',
  ),
];

export const alternativeFields: readonly Field[] = [
  {
    ...field('alternative', 'The Money Would Go', 'If you do not pay early'),
    choices: [
      ['', 'Nowhere'],
      ['savings', 'Into savings'],
      ['home_loan', 'Into a home loan'],
    ],
  },
  field('alternative_rate', 'At (% a Year)', 'What it earns, or what the home loan costs'),
];

export const homeLoanFields: readonly Field[] = [
  field('annual_interest_rate', 'Annual Interest Rate (%)', 'Of the home loan that you want'),
  { ...timeInYears, initial: String(buyingLimits.defaultMonths) },
  field('buffer', 'Points Added', 'To test the loan', String(buyingLimits.incomeBuffer)),
];

/** Only links have it. */
const hidden: readonly Field[] = [{ ...field('first_year', 'First Year', ''), isHidden: true }];

/** Each amount as the API takes it; text that is not understood stays as typed. */
function readIncomes(text: string): string {
  return text
    .split(/;|,(?=\s)|,(?!\d{3}(?!\d))/)
    .map((part) => readAmount(part).value)
    .filter(Boolean)
    .join(',');
}

export const studyLoanCalculator = termsCalculator({
  name: 'studyLoan',
  fields: [...loanFields, ...moreFields, ...alternativeFields, ...homeLoanFields, ...hidden],
  schema: async () => (await import('contract/study-loan/study-loan.ts')).StudyLoanBody,
  requestOf: studyLoanRequest,
  fieldOf: (path) => path.split('.')[0] ?? path,
  load: async () => (await import('./study-loan-calculation.ts')).calculateStudyLoan,
});

export function studyLoanRequest({ incomes, ...terms }: StudyLoanTerms) {
  const entries = Object.entries(terms).map(([name, value]) => [name, value || null] as const);
  const pays = incomes.split(',').filter(Boolean);
  return {
    ...Object.fromEntries(entries),
    incomes: pays.length > 0 ? pays : null,
    // A form without an alternative has no rate for it.
    alternative_rate: terms.alternative ? terms.alternative_rate || null : null,
  };
}
