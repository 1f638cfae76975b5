import { isDeepStrictEqual } from 'node:util';
import type { RevisedValue } from 'contract/datasets/datasets.ts';
import type { Figures } from './dataset-content.ts';

type Points = Pick<Figures, 'series' | 'rows'>;
type Values = ReadonlyMap<string, RevisedValue>;

const valuesByDate = ({ series, rows }: Points): Values =>
  series
    ? new Map(series.map(({ date, value }) => [date, value]))
    : new Map(rows?.map(({ year, brackets }) => [year, brackets]));

/** The points that `after` adds to `before`, changes in it and removes from it. */
export function comparePoints(before: Points | null, after: Points) {
  const [old, current] = [valuesByDate(before ?? { series: null, rows: null }), valuesByDate(after)];
  return {
    added: pointsMissingIn(old, current),
    changed: [...current].flatMap(([date, value]) => {
      const former = old.get(date);
      const isChanged = former !== undefined && !isDeepStrictEqual(former, value);
      return isChanged ? [{ date, before: former, after: value }] : [];
    }),
    removed: pointsMissingIn(current, old),
  };
}

const pointsMissingIn = (others: Values, values: Values) =>
  [...values].filter(([date]) => !others.has(date)).map(([date, value]) => ({ date, value }));
