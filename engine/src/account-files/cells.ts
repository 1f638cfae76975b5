/** Dates and amounts as banks write them. */
import { isDay } from 'contract/days.ts';
import { formatMonthName } from 'contract/formats.ts';

/** A day as YYYY-MM-DD, read with the day first and with the month first. Null where it does not exist so. */
export interface DateText {
  dayFirst: string | null;
  monthFirst: string | null;
}

const months = Array.from({ length: 12 }, (_, month) =>
  formatMonthName(`2000-${String(month + 1).padStart(2, '0')}`).toLowerCase(),
);
const weekday = /\b(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?\b\.?,?\s*/i;
const timeBefore = /^\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m)?[\s,]+/i;
const timeBehind =
  /(?:T|[\s,]+)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]m)?\s*(?:Z|[-+]\d{2}:?\d{2}|[A-Z]{2,5})?$/i;

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const numeric = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/;
const dayName = /^(\d{1,2})[\s\-/.]*([a-z]{3,9})\.?[\s\-/.,]*(\d{4}|\d{2})$/i;
const nameDay = /^([a-z]{3,9})\.?[\s\-/.]*(\d{1,2})[\s\-/.,]+(\d{4}|\d{2})$/i;
const compact = /^((?:19[9]|20\d)\d)(\d{2})(\d{2})$/;

function dayOf(year: string, month: number, day: number): string | null {
  const text = `${year.padStart(4, '20')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDay(text) ? text : null;
}

const sameDay = (day: string | null): DateText | null =>
  day === null ? null : { dayFirst: day, monthFirst: day };

const monthOf = (name: string): number => {
  const lower = name.toLowerCase();
  return 1 + months.findIndex((month) => month.startsWith(lower));
};

/** Null for a text that is no date in either order. */
export function readDate(cell: string): DateText | null {
  const text = cell.trim().replace(weekday, '').replace(timeBefore, '').replace(timeBehind, '').trim();
  const [, year, monthText, dayText] = yearFirst.exec(text) ?? compact.exec(text) ?? [];
  if (year) return sameDay(dayOf(year, Number(monthText), Number(dayText)));
  const [, first, second, end = ''] = numeric.exec(text) ?? [];
  if (first) {
    const dayFirst = dayOf(end, Number(second), Number(first));
    const monthFirst = dayOf(end, Number(first), Number(second));
    return dayFirst === null && monthFirst === null ? null : { dayFirst, monthFirst };
  }
  const [, day, name = '', ofYear = ''] = dayName.exec(text) ?? [];
  if (day) return sameDay(dayOf(ofYear, monthOf(name), Number(day)));
  const [, named = '', number, inYear = ''] = nameDay.exec(text) ?? [];
  return number ? sameDay(dayOf(inYear, monthOf(named), Number(number))) : null;
}

/** Whether a text looks like a date, also like one that does not exist. */
export const isLikeDate = (cell: string): boolean => numeric.test(cell.trim()) || yearFirst.test(cell.trim());

export interface AmountText {
  /** As it is written: a minus, brackets or DR make it negative. */
  cents: number;
  /** How it shows its side. Empty without a sign and a mark. */
  way: '' | '-' | '+' | '()' | 'DR' | 'CR';
}

const pattern =
  /^(\()?([-+−–])?(?:AUD|A?\$)?([-+−–])?(\d{1,3}(?:,\d{3})+|\d+)?(\.\d*)?(?:AUD|\$)?([-+−–])?(\))?(DR|CR|DEBIT|CREDIT|D|C)?(\))?$/i;

/** Null for a text that is no amount, such as `3.98E+05` or one with a third decimal that is not 0. */
export function readAmount(cell: string): AmountText | null {
  const text = cell.replace(/^\s*'/, '').replaceAll(/[\s\u00a0]/g, '');
  const [, open, before, inner, whole = '', decimals = '', behind, close, mark = '', outer] =
    pattern.exec(text) ?? [];
  const digits = whole.replaceAll(',', '');
  if (digits + decimals.replace('.', '') === '' || !/^\.?\d{0,2}0*$/.test(decimals)) return null;
  if (Boolean(open) !== Boolean(close ?? outer)) return null;
  const size = Number(digits || '0') * 100 + Number(decimals.slice(1, 3).padEnd(2, '0') || '0');
  if (!Number.isSafeInteger(size)) return null;
  const sign = before ?? inner ?? behind;
  const isCredit = /^c/i.test(mark);
  const way = mark ? (isCredit ? 'CR' : 'DR') : open ? '()' : sign ? (sign === '+' ? '+' : '-') : '';
  const isMinus = way === 'DR' || way === '()' || (sign !== undefined && sign !== '+');
  return { cents: isMinus ? 0 - size : size, way };
}
