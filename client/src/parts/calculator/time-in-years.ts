import { loanLimits } from 'contract/loans/loans.constants.ts';
import { formatDuration } from '#parts/format/format.ts';
import { readMonths } from '#parts/form/typed-numbers.ts';
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
    const count = Number(months);
    if (!isWhole(months)) return months;
    return count % 12 === 0 ? String(count / 12) : formatDuration(count);
  },
  interpret: (months) => (isWhole(months) ? `${months} months` : undefined),
} satisfies TermsField<'duration_months'>;
