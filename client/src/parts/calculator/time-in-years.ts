import { formatDuration } from '#parts/format/format.ts';
import { monthsOf } from '#parts/form/typed-numbers.ts';
import type { TermsField } from './terms.ts';

const isWhole = (text: string) => /^\d+$/.test(text);

/** A number of months that the form displays in years if it is a whole number of years. Users may type either unit. */
export const timeInYears = {
  read: (typed) => monthsOf(typed, 'years'),
  show(months) {
    const count = Number(months);
    if (!isWhole(months)) return months;
    return count % 12 === 0 ? String(count / 12) : formatDuration(count);
  },
  echo: (months) => (isWhole(months) ? `${months} months` : undefined),
} satisfies Partial<TermsField>;
