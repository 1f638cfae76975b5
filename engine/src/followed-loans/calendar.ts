/** Days of the month. Days are numbers since 1970-01-01. */
import { dateOf, dayInMonth, dayNumberOf } from 'engine/statements/days.ts';

export const isMonthEnd = (day: number): boolean => dayNumberOf(day + 1) === 1;

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
