import { dayMs, utcDay } from 'contract/days.ts';
import type { DatasetFrequency } from './datasets.constants.ts';

export const addDays = (day: string, days: number): string =>
  utcDay(new Date(Date.parse(day) + days * dayMs));

/** The first and last day of the period that a dataset's date denotes, as `2024-01-01`. */
export function periodDays(frequency: DatasetFrequency, date: string): [first: string, last: string] {
  if (frequency === 'on change') return [date, date];
  const year = Number(date.slice(0, 4));
  const days = (firstMonth: number, months: number): [string, string] => [
    utcDay(new Date(Date.UTC(year, firstMonth - 1, 1))),
    utcDay(new Date(Date.UTC(year, firstMonth - 1 + months, 0))),
  ];
  switch (frequency) {
    case 'annual':
      return days(1, 12);
    case 'quarterly':
      return days(3 * Number(date.slice(6)) - 2, 3);
    case 'monthly':
      return days(Number(date.slice(5)), 1);
    case 'by income year':
      return days(7, 12);
  }
}

/** The dataset's date for the period that contains the day. */
export function periodOf(frequency: DatasetFrequency, day: string): string {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  switch (frequency) {
    case 'on change':
      return day;
    case 'annual':
      return day.slice(0, 4);
    case 'quarterly':
      return `${day.slice(0, 4)}-Q${Math.ceil(month / 3)}`;
    case 'monthly':
      return day.slice(0, 7);
    case 'by income year': {
      const first = month < 7 ? year - 1 : year;
      return `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
    }
  }
}

/** The date that must follow without a gap; null if any later date may follow. */
export function nextPeriod(frequency: DatasetFrequency, date: string): string | null {
  if (frequency === 'on change') return null;
  return periodOf(frequency, addDays(periodDays(frequency, date)[1], 1));
}
