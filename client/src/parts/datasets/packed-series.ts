import { addDays, periodDays, periodOf } from 'contract/datasets/dataset-dates.ts';
import { dayMs } from 'contract/days.ts';
import type { DatasetFrequency } from 'contract/datasets/datasets.constants.ts';
import type { DatasetPoint } from 'contract/datasets/datasets.ts';

/** The points of a series as a page of the server has them, each less the one before: half of what they weigh. */
export interface PackedSeries {
  /** The first days of the periods. */
  days: readonly number[];
  /** In units of the last decimal place. */
  values: readonly number[];
  decimals: number;
}

const firstDay = '1970-01-01';

const changesOf = (list: readonly number[]): number[] =>
  list.map((one, index) => one - (list[index - 1] ?? 0));

/** Leaves a series as it is whose values are too large or have too many decimals for exact sums. */
export function packSeries(
  frequency: DatasetFrequency,
  series: readonly DatasetPoint[],
): PackedSeries | readonly DatasetPoint[] {
  const decimals = Math.max(0, ...series.map(({ value }) => String(value).split('.')[1]?.length ?? 0));
  const packed = {
    days: changesOf(series.map(({ date }) => Date.parse(periodDays(frequency, date)[0]) / dayMs)),
    values: changesOf(series.map(({ value }) => Math.round(value * 10 ** decimals))),
    decimals,
  };
  return JSON.stringify(unpackSeries(frequency, packed)) === JSON.stringify(series) ? packed : series;
}

export function unpackSeries(
  frequency: DatasetFrequency,
  { days, values, decimals }: PackedSeries,
): DatasetPoint[] {
  let [day, sum] = [0, 0];
  return days.map((change, index) => {
    day += change;
    sum += values[index] ?? 0;
    return { date: periodOf(frequency, addDays(firstDay, day)), value: sum / 10 ** decimals };
  });
}
