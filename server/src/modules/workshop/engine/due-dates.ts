import type { PaymentFrequency } from 'contract/workshop-limits.ts';

export interface DueDates {
  /** By period, the start at 0, as YYYY-MM-DD. */
  dates: string[];
  /** By period: days since the one before, or since the start. */
  days: number[];
}

/**
 * Row i falls due i months after the start, on its day or the last of a shorter month, or i·14 or i·7 days after it.
 * Counted in years, months and days: `Date` would cost more than the schedule.
 */
export function dueDates(startDate: string, frequency: PaymentFrequency, periods: number): DueDates {
  const step = { monthly: nextMonth, fortnightly: afterDays(14), weekly: afterDays(7) }[frequency];
  let [year = 0, month = 0, day = 0] = startDate.split('-').map(Number);
  const startDay = day;
  const dates = [startDate];
  const days = [0];
  for (let period = 1; period <= periods; period++) {
    const next = step({ year, month, day }, startDay);
    days.push(next.days);
    ({ year, month, day } = next);
    dates.push(`${year}-${twoDigits[month]}-${twoDigits[day]}`);
  }
  return { dates, days };
}

interface CalendarDay {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
}

type NextDueDay = CalendarDay & { days: number };

function nextMonth({ year, month, day }: CalendarDay, startDay: number): NextDueDay {
  const left = daysInMonth(year, month) - day;
  const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
  const nextDay = Math.min(startDay, daysInMonth(next.year, next.month));
  return { ...next, day: nextDay, days: left + nextDay };
}

/** `days` is shorter than any month. */
function afterDays(days: number): (from: CalendarDay) => NextDueDay {
  return ({ year, month, day }) => {
    const length = daysInMonth(year, month);
    if (day + days <= length) return { year, month, day: day + days, days };
    const next = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
    return { ...next, day: day + days - length, days };
  };
}

const monthLengths = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysInMonth(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeapYear ? 29 : (monthLengths[month] ?? NaN);
}

const twoDigits = Array.from({ length: 32 }, (_, number) => String(number).padStart(2, '0'));
