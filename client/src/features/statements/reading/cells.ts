/** Dates and amounts as banks write them. */
import { isDay } from 'contract/days.ts';

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const dayAndMonth = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})(?:[ ,T]+\d{1,2}:.*)?$/;
const monthName = /^(\d{1,2})[ /-]?([a-z]{3,9})\.?,?[ /-]?(\d{4}|\d{2})$/i;
const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?:[ T].*)?$/;

/** The date as YYYY-MM-DD, of a time its day as written. Null for another text. */
export function readDate(cell: string, isMonthFirst: boolean): string | null {
  const text = cell.trim();
  const [, year, month, day] = yearFirst.exec(text) ?? [];
  if (year) return dateOf(year, Number(month), Number(day));
  const [, first, second, end = ''] = dayAndMonth.exec(text) ?? [];
  if (first) return dateOf(end, Number(isMonthFirst ? first : second), Number(isMonthFirst ? second : first));
  const [, number, name = '', ofYear = ''] = monthName.exec(text) ?? [];
  return number
    ? dateOf(ofYear, monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1, Number(number))
    : null;
}

function dateOf(year: string, month: number, day: number): string | null {
  const date = `${year.padStart(4, '20')}-${pad(month)}-${pad(day)}`;
  return isDay(date) ? date : null;
}

const pad = (number: number) => String(number).padStart(2, '0');

/** Whether the text is a date with the day or the month first. */
export const isDate = (cell: string): boolean =>
  readDate(cell, false) !== null || readDate(cell, true) !== null;

/** Whether the numbers of a date can only be a month before a day. */
export function hasMonthFirst(cell: string): boolean {
  const [, first, second] = dayAndMonth.exec(cell.trim()) ?? [];
  return Number(second) > 12 && Number(first) <= 12;
}

export const hasTwoNumbers = (cell: string): boolean => dayAndMonth.test(cell.trim());

const amount = /^([-+(]*)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{1,2}))?([-+)]?)(CR|DR)?$/i;

/** An amount in cents, with the sign of the bank: minus before or behind, brackets, or DR. Null for another text. */
export function readCents(cell: string): number | null {
  const text = cell.replaceAll(/[\s$]|AUD/gi, '').replaceAll('\u2212', '-');
  const [, before = '', dollars = '', cents = '', behind = '', side = ''] = amount.exec(text) ?? [];
  if (dollars + cents === '' || before.includes('(') !== (behind === ')')) return null;
  const isNegative = /[-(]/.test(before) || behind === '-' || side.toUpperCase() === 'DR';
  const value = Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
  return isNegative && value > 0 ? -value : value;
}

/** Numbers without cents may be anything. */
export const isMoney = (cell: string): boolean => /\d\.\d{2}\b/.test(cell) && readCents(cell) !== null;
