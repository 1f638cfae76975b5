import type { Sort } from 'contract/lists.ts';
import type { QueryResultRow } from 'pg';
import { Prisma } from '#generated/prisma/client.ts';
import { AppError } from '#errors.ts';
import type { ListQuery, ListReader } from '#platform/database/list-reader.ts';

/**
 * The one builder of the three lists: users, IP records, log records. Values only ever travel as parameters.
 * Rows are ordered by a key and then by id, both in the same direction, so that an index of the two serves it.
 */
export interface List<Read extends KeyedRow, Row> {
  /** Most lists have one; what cannot be ordered by one index has several, which follow one another. */
  sections: readonly Section[];
  isDescending: boolean;
  /** Selects the rows of a page, to be joined as the relation `page`, with its columns `key` and `id`. */
  rowsOf: (page: Prisma.Sql) => Prisma.Sql;
  /** From the database's row to the contract's. */
  toRow: (row: Read) => Row;
  /** What the 404 says when nothing matches. */
  nothingFound: string;
}

export interface KeyedRow extends QueryResultRow {
  key: unknown;
  id: string;
}

export interface Section {
  /** What `list_totals` calls the whole of it. */
  list?: 'users' | 'ip_records' | 'log_records';
  from: Prisma.Sql;
  where: readonly Prisma.Sql[];
  /** Absent where it would be the same for all rows: they are in the order of their ids. */
  key?: Prisma.Sql;
  id: Prisma.Sql;
  /** Selects `key` and `id` of the rows of a range, in order, where no index of `from` has both. */
  select?: (range: Range) => Prisma.Sql;
}

export interface Range {
  isDescending: boolean;
  /** Only rows beyond this one. */
  after: KeyedRow | undefined;
  offset: number;
  limit: number;
}

export interface Page<Row> {
  rows: Row[];
  total: number;
  numOfPages: number;
  page: number;
}

/** A page past the end is the last one. Throws `not_found` where nothing matches. */
export async function readPage<Read extends KeyedRow, Row>(
  { lists }: { lists: ListReader },
  signal: AbortSignal,
  list: List<Read, Row>,
  { page, page_size }: { page: number; page_size: number },
): Promise<Page<Row>> {
  return lists(signal, async (query) => {
    const counts = await countSections(query, list);
    const total = sumOf(counts);
    if (total === 0) throw new AppError('not_found', list.nothingFound);
    const numOfPages = Math.ceil(total / page_size);
    const actualPage = Math.min(page, numOfPages);
    const range = { offset: (actualPage - 1) * page_size, limit: page_size };
    const rows: Row[] = [];
    for (const part of partsOf(list, counts, range)) rows.push(...(await readPart(query, list, part)));
    return { rows, total, numOfPages, page: actualPage };
  });
}

/** How many rows there are. Throws `not_found` where there are none. */
export async function countAll<Read extends KeyedRow, Row>(
  { lists }: { lists: ListReader },
  signal: AbortSignal,
  list: List<Read, Row>,
): Promise<number> {
  const total = sumOf(await lists(signal, (query) => countSections(query, list)));
  if (total === 0) throw new AppError('not_found', list.nothingFound);
  return total;
}

const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);

async function countSections(
  query: ListQuery,
  list: Pick<List<never, unknown>, 'sections'>,
): Promise<number[]> {
  const counts = list.sections.map(({ list: name, from, where }) =>
    name && where.length === 0
      ? Prisma.sql`(SELECT coalesce(sum(rows), 0) FROM list_totals WHERE list = ${name})::int`
      : Prisma.sql`(SELECT count(*) FROM ${from} WHERE ${allOf(where)})::int`,
  );
  const [row] = await query<{ counts: number[] }>(Prisma.sql`SELECT ARRAY[${Prisma.join(counts)}] AS counts`);
  return row?.counts ?? [];
}

interface Part {
  section: Section;
  offset: number;
  limit: number;
  /** Read from the section's other end, where that is nearer: the last page costs as little as the first. */
  isFromEnd: boolean;
}

function partsOf(
  { sections }: Pick<List<never, unknown>, 'sections'>,
  counts: number[],
  { offset, limit }: { offset: number; limit: number },
): Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (const [index, section] of sections.entries()) {
    const count = counts[index] ?? 0;
    const from = Math.max(offset - start, 0);
    const to = Math.min(offset + limit - start, count);
    if (to > from) {
      const isFromEnd = from > count - to;
      parts.push({ section, offset: isFromEnd ? count - to : from, limit: to - from, isFromEnd });
    }
    start += count;
  }
  return parts;
}

async function readPart<Read extends KeyedRow, Row>(
  query: ListQuery,
  list: List<Read, Row>,
  { section, offset, limit, isFromEnd }: Part,
): Promise<Row[]> {
  const isDescending = list.isDescending !== isFromEnd;
  const rows = await query<Read>(
    selectRows(list, section, { isDescending, after: undefined, offset, limit }),
  );
  return (isFromEnd ? rows.toReversed() : rows).map((row) => list.toRow(row));
}

function selectRows<Read extends KeyedRow, Row>(
  list: List<Read, Row>,
  section: Section,
  range: Range,
): Prisma.Sql {
  const page = section.select?.(range) ?? selectRange(section, range);
  const direction = directionOf(range.isDescending);
  return Prisma.sql`${list.rowsOf(Prisma.sql`(${page})`)} ORDER BY page.key ${direction}, page.id ${direction}`;
}

function selectRange(
  { from, where, key, id }: Section,
  { isDescending, after, offset, limit }: Range,
): Prisma.Sql {
  const direction = directionOf(isDescending);
  const beyond = isDescending ? Prisma.sql`<` : Prisma.sql`>`;
  const isAfter =
    after && key
      ? Prisma.sql`(${key}, ${id}) ${beyond} (${after.key}, ${after.id}::uuid)`
      : after && Prisma.sql`${id} ${beyond} ${after.id}::uuid`;
  const order = key ? Prisma.sql`${key} ${direction}, ${id} ${direction}` : Prisma.sql`${id} ${direction}`;
  return Prisma.sql`
    SELECT ${key ?? Prisma.sql`NULL`} AS key, ${id} AS id FROM ${from}
    WHERE ${allOf(conditions(...where, isAfter))} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
}

const exportBatch = 1_000;

/**
 * All rows in order, read in batches by their keys: each takes its turn among the lists and none holds a
 * connection while the reader is slow. Rows that are deleted meanwhile may be missing.
 */
export async function* readAll<Read extends KeyedRow, Row>(
  { lists }: { lists: ListReader },
  signal: AbortSignal,
  list: List<Read, Row>,
  maxRows: number,
): AsyncGenerator<Row[]> {
  const { isDescending } = list;
  let left = maxRows;
  for (const section of list.sections) {
    let after: KeyedRow | undefined;
    do {
      const limit = Math.min(exportBatch, left);
      const statement = selectRows(list, section, { isDescending, after, offset: 0, limit });
      const rows = await lists(signal, (query) => query<Read>(statement));
      if (rows.length > 0) yield rows.map((row) => list.toRow(row));
      left -= rows.length;
      after = rows.length === limit ? rows.at(-1) : undefined;
    } while (after && left > 0);
    if (left <= 0) return;
  }
}

export const directionOf = (isDescending: boolean) => (isDescending ? Prisma.sql`DESC` : Prisma.sql`ASC`);

export const isDescending = (sort: Sort): boolean => sort === 'latest' || sort === 'z-a';
export const isByName = (sort: Sort): boolean => sort === 'a-z' || sort === 'z-a';

export const allOf = (where: readonly Prisma.Sql[]) =>
  where.length > 0 ? Prisma.join([...where], ' AND ') : Prisma.sql`true`;

/** The conditions that a filter's fields stand for; those that filter nothing stand for none. */
export function conditions(...given: (Prisma.Sql | undefined)[]): Prisma.Sql[] {
  return given.filter((condition) => condition !== undefined);
}

/** Any part in any letter case. `expression` is in lower case, as its index is. */
export function contains(expression: Prisma.Sql, text: string | undefined): Prisma.Sql | undefined {
  if (text === undefined) return undefined;
  return Prisma.sql`${expression} LIKE '%' || lower(${text.replace(/[\\%_]/g, '\\$&')}) || '%'`;
}

/** Both ends count. */
export const isFrom = (column: Prisma.Sql, moment: Date | undefined) =>
  moment && Prisma.sql`${column} >= ${moment}::timestamptz`;
export const isUntil = (column: Prisma.Sql, moment: Date | undefined) =>
  moment && Prisma.sql`${column} <= ${moment}::timestamptz`;

export function is(column: Prisma.Sql, value: boolean | null): Prisma.Sql | undefined {
  if (value === null) return undefined;
  return value ? column : Prisma.sql`NOT ${column}`;
}
