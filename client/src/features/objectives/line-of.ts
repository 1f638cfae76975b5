import { utcDay } from 'contract/days.ts';
import type { Objective } from 'contract/objectives/objectives.ts';

export interface Line {
  /** Dates as YYYY-MM-DD, ascending. */
  days: string[];
  /** Null after today. */
  actual: (number | null)[];
  /** The straight line from the first amount to the target. */
  planned: number[];
}

const dayMs = 24 * 60 * 60 * 1000;
/** With this many days, inserting today between two of them does not visibly bend the line. */
const steps = 120;

/** Evenly spaced days from the first amount to the target date, with today among them. */
export function lineOf({ history, target_amount, target_date }: Objective, today: string): Line | null {
  const [first] = history;
  if (!first || first.date >= today) return null;
  const [start, target] = [daysTo(first.date), daysTo(target_date)];
  const end = Math.max(target, daysTo(today));
  const spaced = Array.from(
    { length: steps + 1 },
    (_, step) => start + Math.round(((end - start) * step) / steps),
  );
  const days = [...new Set([...spaced, daysTo(today)])].toSorted((a, b) => a - b);
  const duration = Math.max(1, target - start);
  return {
    days: days.map(dateAfter),
    actual: days.map((day) => (day > daysTo(today) ? null : amountOn(history, dateAfter(day)))),
    planned: days.map((day) => {
      const share = Math.min(1, (day - start) / duration);
      return first.amount + share * (target_amount - first.amount);
    }),
  };
}

/** The last amount up to that day. */
const amountOn = (history: Objective['history'], day: string) =>
  history.findLast(({ date }) => date <= day)?.amount ?? 0;

const daysTo = (date: string) => Date.parse(date) / dayMs;
const dateAfter = (days: number) => utcDay(new Date(days * dayMs));
