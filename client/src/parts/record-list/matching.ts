import { listLimits } from 'contract/limits.ts';
import { emptyPage, type Search } from '#parts/list/list-page.ts';
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
  given: Filter,
): Promise<Matching | null> {
  const filter = without(given, 'sort');
  const { signal } = new AbortController();
  const { rows, total } = await readPage(source, { filter, page: 1, pageSize: 1 }, signal);
  return rows[0] ? { filter, total, until: source.timeOf(rows[0]) } : null;
}

interface Options {
  /** Ends the deletion before its next batch. */
  signal: AbortSignal;
  onDeleted: (rows: number) => void;
}

/**
 * Deletes in batches, oldest first: records written meanwhile, such as the log records of the deletions, come later and
 * stay. Resolves to the server's last response; undefined if nothing was left.
 * @throws {DOMException} `AbortError` when `signal` is aborted.
 */
export async function deleteMatching<Row extends RecordRow>(
  source: RecordSource<Row>,
  matching: Matching,
  { signal, onDeleted }: Options,
): Promise<string | undefined> {
  let said: string | undefined;
  for (;;) {
    const ids = await oldestIds(source, matching, signal);
    if (ids.length === 0) return said;
    const { msg, deleted } = await source.deleteRows(ids);
    said = msg;
    onDeleted(deleted);
  }
}

async function oldestIds<Row extends RecordRow>(
  source: RecordSource<Row>,
  { filter, until }: Matching,
  signal: AbortSignal,
): Promise<string[]> {
  const search = { filter: { ...filter, sort: 'oldest' }, pageSize: listLimits.maxPageSize };
  const ids: string[] = [];
  for (let page = 1; ids.length < listLimits.maxIds; page++) {
    signal.throwIfAborted();
    const { rows, pages } = await readPage(source, { ...search, page }, signal);
    const matched = rows.filter((row) => source.timeOf(row) <= until);
    ids.push(...matched.map(({ id }) => id));
    if (page >= pages || matched.length < rows.length) break;
  }
  return ids;
}

const readPage = <Row extends RecordRow>(source: RecordSource<Row>, search: Search, signal: AbortSignal) =>
  source.readPage(search, signal).catch(emptyPage<Row>);
