import { pageOf } from '#parts/list/list-page.ts';
import { type Filter, without } from '#parts/list/list-search.ts';
import type { RecordRow } from './record-rows.tsx';
import type { RecordSource } from './record-source.ts';

/** The records that matched a filter at one moment. */
export interface Matching {
  filter: Filter;
  total: number;
  /** The time of the latest matching record. */
  until: string;
}

/** Compares filters and ignores the sort. Both filters must have their fields in the same order. */
export function isSameFilter(one: Filter, other: Filter): boolean {
  return keyOf(one) === keyOf(other);
}

const keyOf = (filter: Filter) => JSON.stringify(without(filter, 'sort'));

/** The records that match the filter now. */
export async function findMatching<Row extends RecordRow>(
  source: RecordSource<Row>,
  search: Filter,
): Promise<Matching | null> {
  const filter = without(search, 'sort');
  const { signal } = new AbortController();
  const { rows, total } = pageOf(await source.page({ filter, page: 1, pageSize: 1 }).queryFn({ signal }));
  return rows[0] ? { filter, total, until: source.timeOf(rows[0]) } : null;
}
