import { count } from 'contract/counts.ts';
import { formatDate, formatLongDate } from 'contract/formats.ts';

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

/** For titles that the specification writes in capitals. */
export const formatDateInCapitals = (date: string): string => formatDate(date).toUpperCase();
export const formatLongDateInCapitals = (date: string): string => formatLongDate(date).toUpperCase();

/** A duration such as `2 years 6 months`. */
export function formatDuration(months: number): string {
  const parts = [count(Math.floor(months / 12), 'year'), count(months % 12, 'month')];
  return parts.filter((part) => !part.startsWith('0 ')).join(' ') || '0 months';
}

/** Converts a name to words: `resetSecondFactor` to `Reset second factor`, and `is_staff` to `Is staff`. */
export function inWords(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
