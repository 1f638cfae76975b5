import type { PayPeriod } from 'contract/take-home-pay/take-home-pay.constants.ts';
import { payFragment } from 'contract/calculations/links.ts';
import type { Terms, TermsDefinition } from '#parts/calculator/terms.ts';
import { plainNumber } from '#parts/form/typed-numbers.ts';

export type PayField = keyof typeof payFragment;
export type PayTerms = Terms<PayField>;

export interface TaxYear {
  income_year: string;
  study_loan: boolean;
}

export const periodTexts = {
  yearly: 'Year',
  monthly: 'Month',
  fortnightly: 'Fortnight',
  weekly: 'Week',
} as const satisfies Record<PayPeriod, string>;

/**
 * @param selectedYear the income year of the form; the last year if empty.
 * @param hasStudyLoan whether the box is ticked. A ticked box is never disabled, so that it can be cleared.
 */
export function payDefinition(
  years: readonly TaxYear[],
  selectedYear: string,
  hasStudyLoan: boolean,
): TermsDefinition<PayField> {
  const latest = years.at(-1);
  const year = years.find(({ income_year }) => income_year === selectedYear) ?? latest;
  const choices = years.map(({ income_year }) => [income_year, income_year] as const).toReversed();
  return {
    query: payFragment,
    isPrivate: true,
    fields: [
      {
        name: 'income',
        label: 'Pay Before Tax',
        hint: 'Australian dollars, without the super that your employer pays',
        isAmount: true,
        initial: '',
        read: plainNumber,
      },
      {
        name: 'period',
        label: 'Per',
        hint: 'The time that this pay is for',
        initial: 'yearly',
        choices: Object.entries(periodTexts),
      },
      {
        name: 'income_year',
        label: 'Income Year',
        hint: 'From 1 July to 30 June',
        initial: latest?.income_year ?? '',
        choices,
      },
      {
        name: 'salary_sacrifice',
        label: 'Salary Sacrifice to Super',
        hint: 'Australian dollars, for the same time',
        isAmount: true,
        initial: '0',
        isOptional: true,
        read: plainNumber,
      },
      {
        name: 'compare_year',
        label: 'Compare With',
        hint: 'The same pay in another income year',
        initial: '',
        isOptional: true,
        choices: [['', 'No other year'], ...choices.filter(([name]) => name !== year?.income_year)],
      },
      {
        name: 'study_loan',
        label: 'Study Loan',
        hint: year?.study_loan
          ? 'HELP, or another study or training loan'
          : `We have no repayment figures with a source for ${year?.income_year ?? 'this year'}.`,
        initial: '',
        isOptional: true,
        isBox: true,
        isDisabled: year?.study_loan !== true && !hasStudyLoan,
        read: (typed) => (typed === 'true' ? 'true' : ''),
      },
    ],
  };
}
