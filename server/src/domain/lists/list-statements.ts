import { Id } from 'contract/fields.ts';
import type { Sort } from 'contract/lists.ts';
import type { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { ipAddressRange } from '#platform/ip-addresses.ts';
import type { Cursor, List, Paging, Position } from './list.ts';

/** Undefined if a field applies no filter. */
type Condition = Prisma.Sql | undefined;

export function allOf(conditions: readonly Condition[]): Prisma.Sql {
  const applied = conditions.filter((condition) => condition !== undefined);
  return applied.length > 0 ? Prisma.join(applied, ' AND ') : Prisma.sql`true`;
}

/** Matches a substring in any letter case. `expression` is in lower case, like its index. */
export const contains = (expression: Prisma.Sql, text: string | undefined): Condition =>
  text === undefined ? undefined : hasPart(expression, text);

export const hasPart = (expression: Prisma.Sql, text: string): Prisma.Sql =>
  Prisma.sql`${expression} LIKE '%' || lower(${text.replace(/[\\%_]/g, '\\$&')}) || '%'`;

/** Distinguishes ids from parts of a username, because no username is that long. */
export const isWholeId = (text: string | undefined): boolean => Id.safeParse(text).success;

/** `ALL`, in any letter case, applies no filter. */
export const exactAction = (action: string | undefined): string | undefined =>
  action?.toUpperCase() === 'ALL' ? undefined : action;

export const equals = (column: Prisma.Sql, value: string | null | undefined): Condition =>
  value === undefined || value === null ? undefined : Prisma.sql`${column} = ${value}`;

/** Without a comparison operator, to match partial indexes. */
export const flag = (column: Prisma.Sql, value: boolean | null): Condition =>
  value === null ? undefined : value ? column : Prisma.sql`NOT ${column}`;

/** Whether an `inet` lies in a network, which may be a single IP address. The text is the same for both. */
export function inNetwork(expression: Prisma.Sql, network: string): Prisma.Sql {
  const { first, last } = ipAddressRange(network);
  return Prisma.sql`${expression} BETWEEN ${first}::text::inet AND ${last}::text::inet`;
}

/** Matches an IP address or a network. `expression` is an `inet`. */
export function ipAddressFilter(expression: Prisma.Sql, range: string | undefined): Condition {
  if (range === undefined) return undefined;
  const { first, last } = ipAddressRange(range);
  return first === last ? Prisma.sql`${expression} = ${first}::text::inet` : inNetwork(expression, range);
}

/** Both ends are inclusive. */
export const since = (column: Prisma.Sql, moment: Date | undefined): Condition =>
  moment && Prisma.sql`${column} >= ${moment}::timestamptz`;
export const until = (column: Prisma.Sql, moment: Date | undefined): Condition =>
  moment && Prisma.sql`${column} <= ${moment}::timestamptz`;

type Statements<Filter extends { sort: Sort }> = Omit<List<Filter, z.ZodObject>, 'row' | 'total'>;

const isDescending = (sort: Sort) => sort === 'latest' || sort === 'z-a';
export const isByName = (sort: Sort): boolean => sort === 'a-z' || sort === 'z-a';
export const directionOf = (descending: boolean) => (descending ? Prisma.sql`DESC` : Prisma.sql`ASC`);

/** As a literal, so that the planner knows the value in prepared statements. */
export const integer = (value: number): Prisma.Sql => Prisma.raw(BigInt(value).toString());

/** A list with the filter and sort of a request. */
interface Selection extends Pick<
  List<never, z.ZodObject>,
  'table' | 'columns' | 'joins' | 'sortKeys' | 'userIds'
> {
  sort: Sort;
  /** Those of the filter. */
  conditions: Prisma.Sql[];
  counted: Prisma.Sql;
  /** For all rows, whatever the filter. */
  isListed: Prisma.Sql[];
  /** Selects days and rows that add up to the number of matches. Undefined if the matches must be counted. */
  totals: Prisma.Sql | undefined;
  /** The same, if the days locate a page. */
  dayTotals: Prisma.Sql | undefined;
  selectOwnKeys: (position: Position) => Prisma.Sql | undefined;
}

function selectionOf<Filter extends { sort: Sort }>(list: Statements<Filter>, filter: Filter): Selection {
  const conditions = list.where(filter).filter((condition) => condition !== undefined);
  const ofList = Prisma.sql`list = ${Prisma.raw(`'${list.table}'`)}`;
  const isSingle = conditions.length === 1;
  const category = isSingle ? list.category?.(filter) : undefined;
  const ofCategory = category ? Prisma.sql`${ofList} AND category = ${category}` : undefined;
  const selected = conditions.length === 0 ? ofList : ofCategory;
  const hidden = list.hidden?.(filter);
  const isListed = [list.always?.rows, hidden?.visible].filter((condition) => condition !== undefined);
  const stored =
    selected && Prisma.sql`SELECT day, rows FROM list_totals WHERE ${allOf([selected, list.always?.totals])}`;
  const totals = stored && hidden ? Prisma.sql`${stored} UNION ALL ${hidden.totals}` : stored;
  return {
    ...list,
    sort: filter.sort,
    conditions,
    counted: (isSingle && list.countWhere?.(filter)) || allOf([...conditions, ...isListed]),
    isListed,
    totals,
    dayTotals: list.category && !isByName(filter.sort) ? totals : undefined,
    selectOwnKeys: (position) => list.selectKeys?.(filter, position),
  };
}

export const selectCount = <Filter extends { sort: Sort }>(list: Statements<Filter>, filter: Filter) =>
  Prisma.sql`SELECT ${countOf(selectionOf(list, filter))} AS total`;

const countOf = ({ table, counted, totals }: Selection) =>
  totals
    ? Prisma.sql`(SELECT coalesce(sum(rows), 0)::int FROM (${totals}) AS totals)`
    : Prisma.sql`(SELECT count(*)::int FROM ${aliased(table)} WHERE ${counted})`;

/**
 * The rows of a page, each with the `total` and its `user_ids`. It has a `name`, and so is prepared, if no filter slows it down: such pages
 * are frequent, and planning takes longer than reading them. The name determines the text.
 */
export function selectPage<Filter extends { sort: Sort }>(
  list: Statements<Filter>,
  filter: Filter,
  paging: Paging,
): { name: string | undefined; text: string; values: unknown[] } {
  const { page, page_size } = paging;
  const selection = selectionOf(list, filter);
  const isFiltered = selection.conditions.length > 0;
  const isQuick = selection.dayTotals !== undefined || (page === 1 && !isFiltered);
  const kind = [isFiltered && 'category', page > 1 && 'further'].filter(Boolean);
  const rows = page === 1 ? firstPage(selection, page_size) : furtherPage(selection, paging);
  const { text, values } = Prisma.sql`
    WITH total AS MATERIALIZED (SELECT ${countOf(selection)} AS rows) ${rows}`;
  const name = isQuick ? [list.table, filter.sort, page_size, ...kind].join(' ') : undefined;
  return { name, text, values };
}

const pageColumns = ({ userIds }: Selection) =>
  Prisma.sql`(SELECT rows FROM total) AS total, (${userIds})::text[] AS user_ids`;

function firstPage(selection: Selection, pageSize: number): Prisma.Sql {
  const keys = selectKeys(selection, {
    isDescending: isDescending(selection.sort),
    limit: integer(pageSize),
    offset: integer(0),
    // Without this, all rows would be scanned in order if nothing matches.
    gate: Prisma.sql`(SELECT rows FROM total) > 0`,
  });
  return selectRows(selection, keys, pageColumns(selection));
}

/**
 * A page past the end is the last one. Pages in the second half are read from the end, so the last page is as cheap as
 * the first.
 */
function furtherPage(selection: Selection, { page, page_size }: Paging): Prisma.Sql {
  const { dayTotals, sortKeys } = selection;
  const descending = isDescending(selection.sort);
  const size = integer(page_size);
  const isNearEnd = Prisma.sql`(SELECT is_near_end FROM place)`;
  const forward = selectKeys(selection, {
    isDescending: descending,
    limit: size,
    offset: dayTotals ? Prisma.sql`(SELECT rows_before FROM place)` : integer((page - 1) * page_size),
    gate: Prisma.sql`NOT ${isNearEnd}`,
    bound: dayTotals && dayBound(sortKeys.time, Prisma.sql`(SELECT first_day FROM place)`, descending),
  });
  const backward = selectKeys(selection, {
    isDescending: !descending,
    limit: Prisma.sql`(SELECT rows FROM place)`,
    offset: Prisma.sql`(SELECT rows_after FROM place)`,
    gate: isNearEnd,
    bound: dayTotals && dayBound(sortKeys.time, Prisma.sql`(SELECT last_day FROM place)`, !descending),
  });
  // The last LIMIT only informs the planner how few rows to expect.
  const keys = Prisma.sql`
    (${forward}) UNION ALL (SELECT * FROM (${backward}) AS backward LIMIT ${size})`;
  const span = Prisma.sql`
    SELECT page_rows AS rows, skipped, rows - skipped - page_rows AS rest, ${page}::float8 > pages AS is_past_end
    FROM total,
      LATERAL (SELECT (rows + ${size} - 1) / ${size} AS pages) AS paged,
      LATERAL (SELECT (least(${page}::float8, pages)::int - 1) * ${size} AS skipped) AS skipping,
      LATERAL (SELECT least(${size}, rows - skipped) AS page_rows) AS sized`;
  const place = dayTotals ? placeByDays(dayTotals, descending) : placeByRows;
  return Prisma.sql`, span AS MATERIALIZED (${span}), ${place} ${selectRows(selection, keys, pageColumns(selection))}`;
}

const placeByRows = Prisma.sql`
  place AS MATERIALIZED (
    SELECT rows, rest AS rows_after, is_past_end OR skipped > rest AS is_near_end FROM span
  )`;

/** The search starts at the day of the page's first row, or at the end of the day of its last row. */
const placeByDays = (totals: Prisma.Sql, descending: boolean) => Prisma.sql`
  days AS MATERIALIZED (
    SELECT day, sum(rows)::int AS rows, (sum(sum(rows)) OVER (ORDER BY day ${directionOf(descending)}))::int AS through
    FROM (${totals}) AS totals GROUP BY day HAVING sum(rows) > 0
  ), place AS MATERIALIZED (
    SELECT span.rows, first.day AS first_day, skipped - first.through + first.rows AS rows_before,
           last.day AS last_day, last.through - skipped - span.rows AS rows_after,
           last.through - skipped - span.rows < skipped - first.through + first.rows AS is_near_end
    FROM span,
      LATERAL (SELECT * FROM days WHERE through > skipped ORDER BY through LIMIT 1) AS first,
      LATERAL (SELECT * FROM days WHERE through >= skipped + span.rows ORDER BY through LIMIT 1) AS last
  )`;

/** Rows from a day on, in reading direction. */
const dayBound = (key: Prisma.Sql, day: Prisma.Sql, descending: boolean) =>
  descending
    ? Prisma.sql`${key} < (${day} + 1)::timestamp AT TIME ZONE 'UTC'`
    : Prisma.sql`${key} >= ${day}::timestamp AT TIME ZONE 'UTC'`;

export function selectBatch<Filter extends { sort: Sort }>(
  list: Statements<Filter>,
  filter: Filter,
  { cursor, limit, rows }: { cursor: Cursor | undefined; limit: number; rows: number },
): Prisma.Sql {
  const selection = selectionOf(list, filter);
  const position = {
    isDescending: isDescending(filter.sort),
    limit: integer(limit),
    offset: integer(0),
    cursor,
    rows,
  };
  return selectRows(
    selection,
    selectKeys(selection, position),
    Prisma.sql`page.key, page.id AS row_id, (${selection.userIds})::text[] AS user_ids`,
  );
}

function selectRows(
  { table, columns, joins = Prisma.empty, sort }: Selection,
  keys: Prisma.Sql,
  extra: Prisma.Sql,
): Prisma.Sql {
  const direction = directionOf(isDescending(sort));
  return Prisma.sql`
    SELECT ${extra}, ${columns}
    FROM (${keys}) AS page JOIN ${aliased(table)} ON record.id = page.id ${joins}
    ORDER BY page.key ${direction}, page.id ${direction}`;
}

function selectKeys(selection: Selection, position: Position): Prisma.Sql {
  const listSpecific = selection.selectOwnKeys(position);
  if (listSpecific) return listSpecific;
  const { table, sort, sortKeys, conditions, isListed } = selection;
  const { limit, offset, cursor, gate, bound } = position;
  const key = isByName(sort) ? sortKeys.name : sortKeys.time;
  const direction = directionOf(position.isDescending);
  const where = [...conditions, ...isListed, gate, bound, cursor && afterCursor(key, cursor, position)];
  return Prisma.sql`
    SELECT ${key} AS key, record.id FROM ${aliased(table)} WHERE ${allOf(where)}
    ORDER BY ${key} ${direction}, record.id ${direction} LIMIT ${limit} OFFSET ${offset}`;
}

const afterCursor = (key: Prisma.Sql, cursor: Cursor, { isDescending: descending }: Position) =>
  Prisma.sql`(${key}, record.id) ${descending ? Prisma.sql`<` : Prisma.sql`>`} (${cursor.key}, ${cursor.row_id})`;

const aliased = (table: string) => Prisma.sql`${Prisma.raw(table)} AS record`;
