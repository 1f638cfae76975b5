/** Calendar days as the number of days since 1970-01-01. */
import { dayMs } from 'contract/days.ts';

export const dayOf = (date: string): number => Date.parse(date) / dayMs;

export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

const yearOf = (day: number): number => new Date(day * dayMs).getUTCFullYear();

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** The number of days in the year of a day, from the first day to the last. */
export function yearLengths(firstDay: number, lastDay: number): Steps {
  const steps = newSteps();
  for (let year = yearOf(firstDay); year <= yearOf(lastDay); year++) {
    addStep(steps, Date.UTC(year, 0) / dayMs, isLeapYear(year) ? 366 : 365);
  }
  return steps;
}

/**
 * Whether the days are a month: the day after them has the same number in the next month as the first day, or one of the
 * two is the last day of its month and has the lower number.
 */
export const isMonth = (firstDay: number, lastDay: number): boolean =>
  monthsAfter(firstDay, 1) === lastDay + 1 || monthsAfter(lastDay + 1, -1) === firstDay;

export const dayNumberOf = (day: number): number => new Date(day * dayMs).getUTCDate();

/** The day of that number in the month `months` after that of a day, or the last day of a shorter month. */
export function dayInMonth(day: number, months: number, dayNumber: number): number {
  const date = new Date(day * dayMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(dayNumber, length)) / dayMs;
}

/** The same day of another month. */
export const monthsAfter = (day: number, months: number): number => dayInMonth(day, months, dayNumberOf(day));

/** A value that changes on rising days. The first one holds on all days before the second. */
export interface Steps {
  days: number[];
  values: number[];
}

export const newSteps = (): Steps => ({ days: [], values: [] });

/** Adds a value that holds from a day on, which is not before the last one. Replaces a value of the same day. */
export function addStep({ days, values }: Steps, day: number, value: number): void {
  if (days.at(-1) === day) {
    days.pop();
    values.pop();
  }
  if (values.at(-1) === value) return;
  days.push(day);
  values.push(value);
}

/** The place of the value that holds on a day. */
export function stepAt({ days }: Steps, day: number): number {
  let [low, high] = [0, days.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (days[middle]! <= day) low = middle;
    else high = middle - 1;
  }
  return low;
}

export const valueOn = (steps: Steps, day: number): number => steps.values[stepAt(steps, day)]!;

/** For days without a value. */
export const noSteps: Steps = { days: [-Infinity], values: [0] };

interface Stretch {
  firstDay: number;
  days: number;
  value: number;
}

/** The longest stretches of days with the same value, from the first day to the last. */
export function stretchesOf(steps: Steps, firstDay: number, lastDay: number): Stretch[] {
  const stretches: Stretch[] = [];
  let day = firstDay;
  for (let step = stepAt(steps, firstDay); day <= lastDay; step++) {
    const next = Math.min(steps.days[step + 1] ?? Infinity, lastDay + 1);
    stretches.push({ firstDay: day, days: next - day, value: steps.values[step]! });
    day = next;
  }
  return stretches;
}
