import { count } from 'contract/counts.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { formatDuration } from '#parts/format/format.ts';

const { minDurationMonths, maxDurationMonths } = loanLimits;

/** The limits, or the duration as the form parses it. */
export function durationHint(text: string | number): string {
  const months = Number(text || Number.NaN);
  const isUnderstood = Number.isInteger(months) && months >= minDurationMonths && months <= maxDurationMonths;
  if (!isUnderstood) return `${minDurationMonths} to ${maxDurationMonths} months, or for example 30 years`;
  return months < 12 ? count(months, 'month') : `${count(months, 'month')}: ${formatDuration(months)}`;
}
