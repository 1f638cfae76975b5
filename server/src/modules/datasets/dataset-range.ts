import { periodDays } from 'contract/datasets/dataset-dates.ts';
import type { DatasetFrequency } from 'contract/datasets/datasets.constants.ts';
import type { Figures } from './dataset-content.ts';

export interface DateRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** A year, a month or a day of a request. */
const periodForms = new Map<number, DatasetFrequency>([
  [4, 'annual'],
  [7, 'monthly'],
  [10, 'on change'],
]);

const daysOf = (date: string) => periodDays(periodForms.get(date.length) ?? 'on change', date);

/** The dates that overlap the range. A year or month without a day counts as a whole. */
export function inRange<Content extends Figures>(
  content: Content,
  frequency: DatasetFrequency,
  { from, to }: DateRange,
): Content {
  const start = from === undefined ? '' : daysOf(from)[0];
  const end = to === undefined ? '9999-12-31' : daysOf(to)[1];
  const isIn = (date: string) => {
    const [first, last] = periodDays(frequency, date);
    return first <= end && last >= start;
  };
  return {
    ...content,
    series: content.series?.filter(({ date }) => isIn(date)) ?? null,
    rows: content.rows?.filter(({ year }) => isIn(year)) ?? null,
  };
}
