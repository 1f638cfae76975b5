import { emptyPage } from '#parts/list/list-page.ts';
import { type Filter, without } from '#parts/list/list-search.ts';
import type { RecordRow } from './record-rows.tsx';
import type { RecordSource } from './record-source.ts';

/** The records that matched a filter at one moment. */
export interface Matching {
  filter: Filter;
  total: number;
  /** The time of the latest one. */
  until: string;
}

/** Compares filters whatever the order of rows; both have their fields in the list's order. */
export function isSameFilter(one: Filter, other: Filter): boolean {
  return keyOf(one) === keyOf(other);
}

const keyOf = (filter: Filter) => JSON.stringify(without(filter, 'sort'));

/** Null if nothing matches any more. */
export async function findMatching<Row extends RecordRow>(
  source: RecordSource<Row>,
  search: Filter,
): Promise<Matching | null> {
  const filter = without(search, 'sort');
  const { signal } = new AbortController();
  const found = source.readPage({ filter, page: 1, pageSize: 1 }, signal).catch(emptyPage<Row>);
  const { rows, total } = await found;
  return rows[0] ? { filter, total, until: source.timeOf(rows[0]) } : null;
}
