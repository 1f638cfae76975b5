import { count } from 'contract/counts.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { formatDuration } from '#parts/format/format.ts';
import { readMonths } from 'contract/typed-numbers.ts';
import type { TermsField } from './terms.ts';

const isWhole = (text: string) => /^\d+$/.test(text);

/** The duration in months, displayed in years if it is a whole number of years. Users may type either unit. */
export const timeInYears = {
  name: 'duration_months',
  label: 'Time (Years)',
  hint: `Up to ${loanLimits.maxDurationMonths / 12} years, or for example 18 months`,
  initial: '',
  read: (text) => readMonths(text, 'years').value,
  format(months) {
    if (!isWhole(months)) return months;
    const number = Number(months);
    return number % 12 === 0 ? String(number / 12) : formatDuration(number);
  },
  interpret: (months) => (isWhole(months) ? count(Number(months), 'month') : undefined),
} satisfies TermsField<'duration_months'>;
