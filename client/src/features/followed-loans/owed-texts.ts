/** What is owed, or in credit. */
import type { LoanHeadline, LoanMonth } from 'contract/followed-loans/followed-loan-result.ts';
import { formatLongMonth } from 'contract/formats.ts';
import { formatAud, formatLongDate } from '#parts/format/format.ts';

/** An amount, and what it is: an account on which too much was paid is in credit. */
export const owedParts = (owed: number) =>
  [formatAud(Math.abs(owed)), owed < 0 ? 'in credit' : 'owed'] as const;

export const owedText = ({ owed, as_of }: Pick<LoanHeadline, 'owed' | 'as_of'>) =>
  `${owedParts(owed).join(' ')} on ${formatLongDate(as_of)}`;

/** One sentence for a point of the chart. */
export function monthText({ date, owed, expected, planned }: LoanMonth, as_of: string): string {
  const parts = [
    owed === null ? '' : owedParts(owed).join(' '),
    expected === null || owed !== null ? '' : `${formatAud(expected)} expected`,
    planned === null ? '' : `${formatAud(planned)} planned`,
  ].filter(Boolean);
  const when = date === as_of ? formatLongDate(date) : formatLongMonth(date);
  return `${when}: ${parts.length > 0 ? parts.join(', ') : 'not known'}.`;
}
