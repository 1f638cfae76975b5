import { Id } from 'contract/fields.ts';
import type { Sort } from 'contract/lists.ts';
import type { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { addressRange } from '#platform/addresses.ts';
import type { Cursor, List, Position } from './list.ts';

/** Undefined if a field filters nothing. */
type Condition = Prisma.Sql | undefined;

export function allOf(conditions: readonly Condition[]): Prisma.Sql {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length > 0 ? Prisma.join(given, ' AND ') : Prisma.sql`true`;
}

/** Case-insensitive substring. `expression` is in lower case, like its index. */
export const contains = (expression: Prisma.Sql, text: string | undefined): Condition =>
  text === undefined
    ? undefined
    : Prisma.sql`${expression} LIKE '%' || lower(${text.replace(/[\\%_]/g, '\\$&')}) || '%'`;

/** Tells ids from parts of a username: no username is that long. */
export const isWholeId = (text: string | undefined): boolean => Id.safeParse(text).success;

/** `ALL`, case-insensitively, filters nothing. */
export const exactAction = (action: string | undefined): string | undefined =>
  action?.toUpperCase() === 'ALL' ? undefined : action;

export const equals = (column: Prisma.Sql, value: string | null | undefined): Condition =>
  value === undefined || value === null ? undefined : Prisma.sql`${column} = ${value}`;

/** Without a comparison, to match partial indexes. */
export const flag = (column: Prisma.Sql, value: boolean | null): Condition =>
  value === null ? undefined : value ? column : Prisma.sql`NOT ${column}`;

/** Matches one address or a network. `expression` is an `inet`. */
export function ofAddress(expression: Prisma.Sql, given: string | undefined): Condition {
  if (given === undefined) return undefined;
  const { first, last } = addressRange(given);
  return first === last
    ? Prisma.sql`${expression} = ${first}::text::inet`
    : Prisma.sql`${expression} BETWEEN ${first}::text::inet AND ${last}::text::inet`;
}

/** Inclusive. */
export const since = (column: Prisma.Sql, moment: Date | undefined): Condition =>
  moment && Prisma.sql`${column} >= ${moment}::timestamptz`;
export const until = (column: Prisma.Sql, moment: Date | undefined): Condition =>
  moment && Prisma.sql`${column} <= ${moment}::timestamptz`;

type Statements<Filter extends { sort: Sort }> = Omit<List<Filter, z.ZodObject>, 'row' | 'total'>;

const isDescending = (sort: Sort) => sort === 'latest' || sort === 'z-a';
export const isByName = (sort: Sort): boolean => sort === 'a-z' || sort === 'z-a';
export const directionOf = (descending: boolean) => (descending ? Prisma.sql`DESC` : Prisma.sql`ASC`);

/** As a literal, so that the planner knows it in prepared statements, too. */
export const integer = (value: number): Prisma.Sql => Prisma.raw(BigInt(value).toString());

/** Rows of `list_totals` that sum to the number of matches; undefined if they have to be counted. */
function knownTotals<Filter extends { sort: Sort }>(
  list: Statements<Filter>,
  filter: Filter,
): Prisma.Sql | undefined {
  const ofList = Prisma.sql`list = ${Prisma.raw(`'${list.table}'`)}`;
  const where = conditionsOf(list, filter);
  if (where.length === 0) return ofList;
  const category = list.category?.(filter) ?? undefined;
  return where.length === 1 && category !== undefined
    ? Prisma.sql`${ofList} AND category = ${category}`
    : undefined;
}

export function countMatches<Filter extends { sort: Sort }>(
  list: Statements<Filter>,
  filter: Filter,
): Prisma.Sql {
  const totals = knownTotals(list, filter);
  return totals
    ? Prisma.sql`(SELECT coalesce(sum(rows), 0)::int FROM list_totals WHERE ${totals})`
    : Prisma.sql`(SELECT count(*)::int FROM ${tableOf(list)} WHERE ${allOf(conditionsOf(list, filter))})`;
}

/** If `list_totals` locates the page. */
const locatingTotals = <Filter extends { sort: Sort }>(list: Statements<Filter>, filter: Filter) =>
  list.category && !isByName(filter.sort) ? knownTotals(list, filter) : undefined;

/**
 * For pages that no filter slows down: they are frequent, and planning takes longer than reading them. The
 * statement's text depends on nothing else. Undefined for other pages.
 */
export function preparedName<Filter extends { sort: Sort }>(
  list: Statements<Filter>,
  filter: Filter,
  { page, page_size }: { page: number; page_size: number },
): string | undefined {
  const isFiltered = conditionsOf(list, filter).length > 0;
  const isQuick = locatingTotals(list, filter) !== undefined || (page === 1 && !isFiltered);
  if (!isQuick) return undefined;
  const kind = [isFiltered && 'category', page > 1 && 'further'].filter(Boolean);
  return [list.table, filter.sort, page_size, ...kind].join(' ');
}

export function selectPage<Filter extends { sort: Sort }>(
  list: Statements<Filter>,
  filter: Filter,
  { page, page_size }: { page: number; page_size: number },
): Prisma.Sql {
  const descending = isDescending(filter.sort);
  const size = integer(page_size);
  const first = {
    isDescending: descending,
    limit: size,
    offset: integer((page - 1) * page_size),
    // If nothing matches, all rows in order would be scanned in vain.
    gate: Prisma.sql`(SELECT rows FROM total) > 0`,
  };
  const total = Prisma.sql`WITH total AS MATERIALIZED (SELECT ${countMatches(list, filter)} AS rows)`;
  const extra = Prisma.sql`(SELECT rows FROM total) AS total`;
  if (page === 1) {
    return Prisma.sql`${total} ${selectRows(list, selectKeys(list, filter, first), extra, descending)}`;
  }
  // A page past the end is the last one. Pages in the second half are read from the end, so the
  // last is as cheap as the first.
  const totals = locatingTotals(list, filter);
  const key = list.sortKeys.time;
  const isNearEnd = Prisma.sql`(SELECT is_near_end FROM place)`;
  const forward = selectKeys(list, filter, {
    isDescending: descending,
    limit: size,
    offset: totals ? Prisma.sql`(SELECT rows_before FROM place)` : first.offset,
    gate: Prisma.sql`NOT ${isNearEnd}`,
    bound: totals && dayBound(key, Prisma.sql`(SELECT first_day FROM place)`, descending),
  });
  const backward = selectKeys(list, filter, {
    isDescending: !descending,
    limit: Prisma.sql`(SELECT rows FROM place)`,
    offset: Prisma.sql`(SELECT rows_after FROM place)`,
    gate: isNearEnd,
    bound: totals && dayBound(key, Prisma.sql`(SELECT last_day FROM place)`, !descending),
  });
  // The last LIMIT only tells the planner how few rows to expect.
  const keys = Prisma.sql`
    (${forward}) UNION ALL (SELECT * FROM (${backward}) AS backward LIMIT ${size})`;
  const span = Prisma.sql`
    SELECT page_rows AS rows, skipped, rows - skipped - page_rows AS rest, ${page}::float8 > pages AS is_past_end
    FROM total,
      LATERAL (SELECT (rows + ${size} - 1) / ${size} AS pages) AS paged,
      LATERAL (SELECT (least(${page}::float8, pages)::int - 1) * ${size} AS skipped) AS skipping,
      LATERAL (SELECT least(${size}, rows - skipped) AS page_rows) AS sized`;
  const place = totals ? placeByDays(totals, descending) : placeByRows;
  return Prisma.sql`
    ${total}, span AS MATERIALIZED (${span}), ${place} ${selectRows(list, keys, extra, descending)}`;
}

const placeByRows = Prisma.sql`
  place AS MATERIALIZED (
    SELECT rows, rest AS rows_after, is_past_end OR skipped > rest AS is_near_end FROM span
  )`;

/** The search starts at the day of the page's first row, or at the end of the day of its last row. */
const placeByDays = (totals: Prisma.Sql, descending: boolean) => Prisma.sql`
  days AS MATERIALIZED (
    SELECT day, sum(rows)::int AS rows, (sum(sum(rows)) OVER (ORDER BY day ${directionOf(descending)}))::int AS through
    FROM list_totals WHERE ${totals} GROUP BY day HAVING sum(rows) > 0
  ), place AS MATERIALIZED (
    SELECT span.rows, first.day AS first_day, skipped - first.through + first.rows AS rows_before,
           last.day AS last_day, last.through - skipped - span.rows AS rows_after,
           last.through - skipped - span.rows < skipped - first.through + first.rows AS is_near_end
    FROM span,
      LATERAL (SELECT * FROM days WHERE through > skipped ORDER BY through LIMIT 1) AS first,
      LATERAL (SELECT * FROM days WHERE through >= skipped + span.rows ORDER BY through LIMIT 1) AS last
  )`;

/** From a day on, in reading direction. */
const dayBound = (key: Prisma.Sql, day: Prisma.Sql, descending: boolean) =>
  descending
    ? Prisma.sql`${key} < (${day} + 1)::timestamp AT TIME ZONE 'UTC'`
    : Prisma.sql`${key} >= ${day}::timestamp AT TIME ZONE 'UTC'`;

export function selectBatch<Filter extends { sort: Sort }>(
  list: Statements<Filter>,
  filter: Filter,
  { cursor, limit, rows }: { cursor: Cursor | undefined; limit: number; rows: number },
): Prisma.Sql {
  const descending = isDescending(filter.sort);
  const position = { isDescending: descending, limit: integer(limit), offset: integer(0), cursor, rows };
  return selectRows(list, selectKeys(list, filter, position), Prisma.sql`page.key`, descending);
}

function selectRows<Filter extends { sort: Sort }>(
  list: Statements<Filter>,
  keys: Prisma.Sql,
  extra: Prisma.Sql,
  descending: boolean,
): Prisma.Sql {
  const direction = directionOf(descending);
  return Prisma.sql`
    SELECT ${extra}, ${list.columns}
    FROM (${keys}) AS page JOIN ${tableOf(list)} ON record.id = page.id ${list.joins ?? Prisma.empty}
    ORDER BY page.key ${direction}, page.id ${direction}`;
}

function selectKeys<Filter extends { sort: Sort }>(
  list: Statements<Filter>,
  filter: Filter,
  position: Position,
): Prisma.Sql {
  const own = list.selectKeys?.(filter, position);
  if (own) return own;
  const { limit, offset, cursor, gate, bound } = position;
  const key = isByName(filter.sort) ? list.sortKeys.name : list.sortKeys.time;
  const direction = directionOf(position.isDescending);
  const where = [...conditionsOf(list, filter), gate, bound, cursor && afterCursor(key, cursor, position)];
  return Prisma.sql`
    SELECT ${key} AS key, record.id FROM ${tableOf(list)} WHERE ${allOf(where)}
    ORDER BY ${key} ${direction}, record.id ${direction} LIMIT ${limit} OFFSET ${offset}`;
}

const afterCursor = (key: Prisma.Sql, cursor: Cursor, { isDescending: descending }: Position) =>
  Prisma.sql`(${key}, record.id) ${descending ? Prisma.sql`<` : Prisma.sql`>`} (${cursor.key}, ${cursor.id})`;

const tableOf = ({ table }: { table: string }) => Prisma.sql`${Prisma.raw(table)} AS record`;

const conditionsOf = <Filter extends { sort: Sort }>(list: Statements<Filter>, filter: Filter) =>
  list.where(filter).filter((condition) => condition !== undefined);
