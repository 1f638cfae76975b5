import type { Sort } from 'contract/lists.ts';
import type { z } from 'zod';
import { AppError } from '#errors.ts';
import { type Database, queryPrepared } from '#platform/database/database.ts';
import type { Cursor, List, Paging } from './list.ts';
import { selectBatch, selectCount, selectPage } from './list-statements.ts';

interface ListedRow {
  user_ids: (string | null)[];
}

type Page<Row, Total extends string> = {
  data: (Row & ListedRow)[];
  numOfPages: number;
  page: number;
} & Record<Total, number>;

/** A page past the end is the last one. An empty list has one page. `range` is for Prisma. */
export function placePage({ page, page_size }: Paging, total: number) {
  const numOfPages = Math.ceil(total / page_size);
  const currentPage = Math.max(1, Math.min(page, numOfPages));
  return {
    place: { numOfPages, page: currentPage },
    range: { skip: (currentPage - 1) * page_size, take: page_size },
  };
}

/**
 * Reads rows and total from one snapshot. A page past the end is the last one. Throws `not_found` if nothing matches a
 * filter. A list that is empty without a filter is an empty page.
 */
export async function readPage<Filter extends { sort: Sort }, Row extends z.ZodObject, Total extends string>(
  database: Database,
  signal: AbortSignal,
  list: List<Filter, Row, Total>,
  request: Filter & Paging,
): Promise<Page<z.output<Row>, Total>> {
  type Found = z.output<Row> & ListedRow & { total: number };
  const filter = await resolved(database, signal, list, request);
  const { name, text, values } = selectPage(list, filter, request);
  // A prepared statement is too fast to be worth a cancellation.
  const found = name
    ? (await queryPrepared<Found>(database, { name, text, values })).rows
    : await database.queryCancellable<Found>(signal, { text, values });
  const total = found[0]?.total ?? 0;
  const isFiltered = list.where(filter).some((condition) => condition !== undefined);
  if (total === 0 && isFiltered) throw new AppError('not_found', list.nothingFound);
  const counted = { [list.total]: total } as Record<Total, number>;
  return { data: found, ...placePage(request, total).place, ...counted };
}

const resolved = async <Filter extends { sort: Sort }>(
  database: Database,
  signal: AbortSignal,
  { resolve }: List<Filter, z.ZodObject>,
  filter: Filter,
): Promise<Filter> => resolve?.(database, signal, filter) ?? filter;

export async function countMatches<Filter extends { sort: Sort }>(
  database: Database,
  signal: AbortSignal,
  list: List<Filter, z.ZodObject>,
  filter: Filter,
): Promise<number> {
  const count = selectCount(list, await resolved(database, signal, list, filter));
  const [row] = await database.queryCancellable<{ total: number }>(signal, count);
  return row?.total ?? 0;
}

const batchRows = 1_000;

/**
 * All rows in order, in batches that each start after the last row of the previous one, so that a
 * slow reader occupies no connection. Rows that are deleted meanwhile may be missing.
 */
export async function* readBatches<Filter extends { sort: Sort }, Row extends z.ZodObject>(
  database: Database,
  signal: AbortSignal,
  list: List<Filter, Row>,
  { filter: requested, maxRows }: { filter: Filter; maxRows: number },
): AsyncGenerator<(z.output<Row> & ListedRow)[]> {
  const filter = await resolved(database, signal, list, requested);
  let cursor: Cursor | undefined;
  for (let remaining = maxRows; remaining > 0; remaining -= batchRows) {
    const limit = Math.min(batchRows, remaining);
    const batch = selectBatch(list, filter, { cursor, limit, rows: maxRows });
    const rows = await database.queryCancellable<z.output<Row> & ListedRow & Cursor>(signal, batch);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    cursor = rows.at(-1);
  }
}
