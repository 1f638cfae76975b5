import type { Sort } from 'contract/lists.ts';
import type { z } from 'zod';
import { AppError } from '#errors.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { type Database, queryPrepared } from '#platform/database/database.ts';
import {
  countMatches,
  type Cursor,
  type Position,
  preparedName,
  selectBatch,
  selectPage,
} from './list-statements.ts';

/**
 * A list that staff browse: filtered, sorted, paged and exported. One `<area>.list.ts` defines it:
 *
 *     export const noticeList: List<NoticeFilter, typeof NoticeRow, Notice> = {
 *       table: 'notices',
 *       row: NoticeRow,
 *       columns: Prisma.sql`record.id, title, username, record.created_at`,
 *       joins: Prisma.sql`LEFT JOIN users ON users.id = record.user_id`,
 *       where: ({ title, created_after }) => [contains(Prisma.sql`lower(record.title)`, title), …],
 *       sortKeys: { time: Prisma.sql`record.created_at`, name: Prisma.sql`(lower(record.title) COLLATE "C")` },
 *       toWire: ({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }),
 *       nothingFound: messages.noNoticesFound,
 *     };
 *
 * The migration of its table has `SELECT keep_list_total('notices');` (or, by a column and day, `('notices', 'level')`) and an index of each sort key with the id;
 * `server/test/queries.test.ts` has one line that checks `row`. In every expression the table is called `record`.
 */
export interface List<Filter extends { sort: Sort }, Row extends z.ZodObject, Wire> {
  table: string;
  row: Row;
  columns: Prisma.Sql;
  joins?: Prisma.Sql;
  /** On `record` alone; undefined for a field that filters nothing. */
  where: (filter: Filter) => (Prisma.Sql | undefined)[];
  /**
   * The value of the column given to `keep_list_total`, if the filter asks for nothing else: then
   * the total is known, and the totals by day locate a page in the middle.
   */
  category?: (filter: Filter) => string | null | undefined;
  /** Ordered by the key, then by the id, both in the same direction. */
  sortKeys: { time: Prisma.Sql; name: Prisma.Sql };
  /** Selects `key` and `id` in order for a sort that no single index serves; undefined for other sorts. */
  selectKeys?: (filter: Filter, position: Position) => Prisma.Sql | undefined;
  /** The response schema drops undeclared fields. */
  toWire: (row: z.output<Row>) => Wire;
  /** Message of the 404 when nothing matches. */
  nothingFound: string;
}

export interface Paging {
  page: number;
  page_size: number;
}

export interface Page<Wire> {
  data: Wire[];
  total: number;
  numOfPages: number;
  page: number;
}

/** A page past the end is the last one; an empty list has a first page. */
export function placePage(
  { page, page_size }: Paging,
  total: number,
): { numOfPages: number; page: number; skip: number } {
  const numOfPages = Math.ceil(total / page_size);
  const shown = Math.max(1, Math.min(page, numOfPages));
  return { numOfPages, page: shown, skip: (shown - 1) * page_size };
}

/** Rows and total from one snapshot. A page past the end is the last one. Throws `not_found` if nothing matches. */
export async function readPage<Filter extends { sort: Sort }, Row extends z.ZodObject, Wire>(
  database: Database,
  signal: AbortSignal,
  list: List<Filter, Row, Wire>,
  filter: Filter & Paging,
): Promise<Page<Wire>> {
  const { text, values } = selectPage(list, filter, filter);
  type Found = z.output<Row> & { total: number };
  const name = preparedName(list, filter, filter);
  // What is prepared is too quick to be worth cancelling.
  const found = name
    ? (await queryPrepared<Found>(database, { name, text, values })).rows
    : await database.queryCancellable<Found>(signal, { text, values });
  const total = found[0]?.total;
  if (total === undefined) throw new AppError('not_found', list.nothingFound);
  const { skip: _skip, ...place } = placePage(filter, total);
  return { data: found.map((row) => list.toWire(row)), total, ...place };
}

/** Throws `not_found` if there are none. */
export async function countRows<Filter extends { sort: Sort }, Row extends z.ZodObject, Wire>(
  database: Database,
  signal: AbortSignal,
  list: List<Filter, Row, Wire>,
  filter: Filter,
): Promise<number> {
  const count = Prisma.sql`SELECT ${countMatches(list, filter)} AS total`;
  const [row] = await database.queryCancellable<{ total: number }>(signal, {
    text: count.text,
    values: count.values,
  });
  if (!row?.total) throw new AppError('not_found', list.nothingFound);
  return row.total;
}

const batchRows = 1_000;

/**
 * All rows in order, in batches that each start after the last row of the previous one, so that a
 * slow reader holds no connection. Rows deleted meanwhile may be missing.
 */
export async function* readBatches<Filter extends { sort: Sort }, Row extends z.ZodObject, Wire>(
  database: Database,
  signal: AbortSignal,
  list: List<Filter, Row, Wire>,
  { filter, maxRows }: { filter: Filter; maxRows: number },
): AsyncGenerator<Wire[]> {
  let cursor: Cursor | undefined;
  for (let left = maxRows; left > 0; left -= batchRows) {
    const limit = Math.min(batchRows, left);
    const { text, values } = selectBatch(list, filter, { cursor, limit, rows: maxRows });
    const rows = await database.queryCancellable<z.output<Row> & Cursor>(signal, { text, values });
    if (rows.length > 0) yield rows.map((row) => list.toWire(row));
    if (rows.length < limit) return;
    cursor = rows.at(-1);
  }
}
