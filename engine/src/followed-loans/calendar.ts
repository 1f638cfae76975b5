/** Days of the month. Days are numbers since 1970-01-01. */
import { dateOf } from 'engine/statements/days.ts';

const dayMs = 86_400_000;

export const dayNumberOf = (day: number): number => new Date(day * dayMs).getUTCDate();

export const isMonthEnd = (day: number): boolean => dayNumberOf(day + 1) === 1;

/** The day of that number in the month `months` after that of a day, or the last day of a shorter month. */
export function dayInMonth(day: number, months: number, dayNumber: number): number {
  const date = new Date(day * dayMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(dayNumber, length)) / dayMs;
}

/** The same day of another month. */
export const monthsAfter = (day: number, months: number): number => dayInMonth(day, months, dayNumberOf(day));

/** Such as `2024-25`, from 1 July to 30 June. */
export function incomeYearOf(date: string): string {
  const year = Number(date.slice(0, 4)) - (date.slice(5) < '07-01' ? 1 : 0);
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
}

export const datesOfMonthEnds = (firstDay: number, lastDay: number): string[] => {
  const dates: string[] = [];
  for (let day = dayInMonth(firstDay, 0, 31); day <= lastDay; day = dayInMonth(day, 1, 31)) {
    dates.push(dateOf(day));
  }
  return dates;
};
