import { count } from 'contract/counts.ts';
import { formatDate, formatLongDate } from 'contract/formats.ts';
import { inWords } from 'contract/texts.ts';

export {
  formatAud,
  formatDate,
  formatLongDate,
  formatMonth,
  formatNumber,
  formatRate,
  formatShare,
  formatShortAud,
  formatShortRate,
  formatWholeAud,
} from 'contract/formats.ts';
export { inWords, kindInWords } from 'contract/texts.ts';

/** For titles that the specification writes in capitals. */
export const formatDateInCapitals = (date: string): string => formatDate(date).toUpperCase();
export const formatLongDateInCapitals = (date: string): string => formatLongDate(date).toUpperCase();

/** A duration such as `2 years 6 months`. */
export function formatDuration(months: number): string {
  const parts = [count(Math.floor(months / 12), 'year'), count(months % 12, 'month')];
  return parts.filter((part) => !part.startsWith('0 ')).join(' ') || '0 months';
}

/** The choices of a field whose values are names. */
export const choicesInWords = <Name extends string>(names: readonly Name[]) =>
  names.map((name) => [name, inWords(name)] as const);
