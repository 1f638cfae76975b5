import type { PaymentFrequency } from 'contract/scenarios/scenarios.constants.ts';

/** Columns indexed by the period. Index 0 is the start. */
export interface DueDates {
  /** The date as the number YYYYMMDD. */
  dates: Int32Array;
  /** The number of days since the previous date. */
  days: Uint8Array;
}

/**
 * Row i is due i months after the start, on the same day or the last day of a shorter month, or i·14 or i·7 days after
 * it. Computed from years, months and days, because `Date` would cost more than the schedule.
 */
export function dueDates(startDate: string, frequency: PaymentFrequency, periods: number): DueDates {
  const isMonthly = frequency === 'monthly';
  const stepDays = frequency === 'weekly' ? 7 : 14;
  let year = Number(startDate.slice(0, 4));
  let month = Number(startDate.slice(5, 7));
  let day = Number(startDate.slice(8));
  const startDay = day;
  let lengths = monthLengths(year);
  const dates = new Int32Array(periods + 1);
  const days = new Uint8Array(periods + 1);
  dates[0] = 10_000 * year + 100 * month + day;
  for (let period = 1; period <= periods; period++) {
    const length = lengths[month]!;
    const isNextMonth = isMonthly || day + stepDays > length;
    if (isNextMonth) month++;
    if (month > 12) {
      month = 1;
      lengths = monthLengths(++year);
    }
    const leftDays = length - day;
    if (isMonthly) day = startDay < lengths[month]! ? startDay : lengths[month]!;
    else day += stepDays - (isNextMonth ? length : 0);
    days[period] = isMonthly ? leftDays + day : stepDays;
    dates[period] = 10_000 * year + 100 * month + day;
  }
  return { dates, days };
}

/** YYYY-MM-DD. */
export function dateText(date: number): string {
  const monthAndDay = date % 10_000;
  return `${(date - monthAndDay) / 10_000}${monthAndDayTexts[monthAndDay]}`;
}

const commonYear = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const leapYear = commonYear.with(2, 29);

/** The number of days of each month, indexed from 1. */
function monthLengths(year: number): readonly number[] {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? leapYear : commonYear;
}

/** `-MM-DD` for the number MMDD. */
const monthAndDayTexts = Array.from({ length: 1_232 }, (_, monthAndDay) => {
  const digits = String(monthAndDay).padStart(4, '0');
  return `-${digits.slice(0, 2)}-${digits.slice(2)}`;
});
