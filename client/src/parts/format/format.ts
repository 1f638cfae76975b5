/** Formatters are shared, because creating one takes a hundred times as long as using it. */
import { count } from 'contract/counts.ts';
import { numberFormat } from 'contract/figure-texts.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';

export { formatNumber, formatShortAud } from 'contract/figure-texts.ts';

const currency = { style: 'currency', currency: 'AUD' } as const;
const aud = numberFormat(currency);
const wholeAud = numberFormat({ ...currency, maximumFractionDigits: 0 });
const fiveDecimals = numberFormat({ minimumFractionDigits: 5, maximumFractionDigits: 5 });
const upToSixDecimals = numberFormat({ maximumFractionDigits: loanLimits.rateDecimals });
const twoDecimals = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const monthYear = new Intl.DateTimeFormat('en-AU', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const longDate = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' });
const dayMonthYear = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeZone: 'UTC' });

export function formatAud(amount: number): string {
  return aud.format(amount);
}

export function formatWholeAud(amount: number): string {
  return wholeAud.format(amount);
}

/** A percentage with 5 decimals. */
export function formatRate(percent: number): string {
  return `${fiveDecimals.format(percent)}%`;
}

/** A rate as it was entered, without trailing zeros. */
export function formatShortRate(percent: number): string {
  return `${upToSixDecimals.format(percent)}%`;
}

/** A percentage with 2 decimals. */
export function formatShare(percent: number): string {
  return `${twoDecimals.format(percent)}%`;
}

/** @param date as YYYY-MM-DD. */
export function formatLongDate(date: string): string {
  return longDate.format(new Date(`${date}T00:00:00Z`));
}

/** @param date as YYYY-MM-DD. */
export function formatDate(date: string): string {
  return dayMonthYear.format(new Date(`${date}T00:00:00Z`));
}

/** For titles that the specification writes in capitals. */
export const formatDateInCapitals = (date: string): string => formatDate(date).toUpperCase();
export const formatLongDateInCapitals = (date: string): string => formatLongDate(date).toUpperCase();

/** The month and the year of a date as YYYY-MM-DD. */
export function formatMonth(date: string): string {
  return monthYear.format(new Date(`${date}T00:00:00Z`));
}

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
