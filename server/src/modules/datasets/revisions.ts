import { isDeepStrictEqual } from 'node:util';
import type { RevisedValue, Revisions } from 'contract/datasets/datasets.ts';
import type { Figures } from './dataset-content.ts';

type Points = Pick<Figures, 'series' | 'rows'>;

const valuesByDate = ({ series, rows }: Points): Map<string, RevisedValue> =>
  new Map<string, RevisedValue>([
    ...(series ?? []).map(({ date, value }): [string, RevisedValue] => [date, value]),
    ...(rows ?? []).map(({ year, brackets }): [string, RevisedValue] => [year, brackets]),
  ]);

/** The points that `after` adds to `before`, changes in it and removes from it. */
export function comparePoints(
  before: Points | null,
  after: Points,
): Pick<Revisions, 'added' | 'changed' | 'removed'> {
  const old = valuesByDate(before ?? { series: null, rows: null });
  const current = valuesByDate(after);
  const revisions: Pick<Revisions, 'added' | 'changed' | 'removed'> = { added: [], changed: [], removed: [] };
  for (const [date, value] of current) {
    const former = old.get(date);
    if (former === undefined) revisions.added.push({ date, value });
    else if (!isDeepStrictEqual(former, value))
      revisions.changed.push({ date, before: former, after: value });
  }
  for (const [date, value] of old) if (!current.has(date)) revisions.removed.push({ date, value });
  return revisions;
}
