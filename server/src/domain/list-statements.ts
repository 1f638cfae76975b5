import type { Sort } from 'contract/lists.ts';
import type { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import type { List } from './lists.ts';

/** Undefined where a field filters nothing. */
type Condition = Prisma.Sql | undefined;

export function allOf(conditions: readonly Condition[]): Prisma.Sql {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length > 0 ? Prisma.join(given, ' AND ') : Prisma.sql`true`;
}

/** Any part in any letter case. `expression` is in lower case, as its index is. */
export const contains = (expression: Prisma.Sql, text: string | undefined): Condition =>
  text === undefined
    ? undefined
    : Prisma.sql`${expression} LIKE '%' || lower(${text.replace(/[\\%_]/g, '\\$&')}) || '%'`;

export const equals = (column: Prisma.Sql, value: string | null | undefined): Condition =>
  value === undefined || value === null ? undefined : Prisma.sql`${column} = ${value}`;

/** Without a comparison, as partial indexes state it. */
export const flag = (column: Prisma.Sql, value: boolean | null): Condition =>
  value === null ? undefined : value ? column : Prisma.sql`NOT ${column}`;

/** Both ends count. */
export const since = (column: Prisma.Sql, moment: Date | undefined): Condition =>
  moment && Prisma.sql`${column} >= ${moment}::timestamptz`;
export const until = (column: Prisma.Sql, moment: Date | undefined): Condition =>
  moment && Prisma.sql`${column} <= ${moment}::timestamptz`;

export interface Position {
  isDescending: boolean;
  limit: Prisma.Sql;
  offset: Prisma.Sql;
  /** Only rows beyond this one. */
  cursor?: Cursor | undefined;
  /** Evaluated first: where it is false, no row is read. */
  gate?: Prisma.Sql;
}

export interface Cursor {
  key: unknown;
  id: string;
}

type Statements<Filter extends { sort: Sort }> = Omit<List<Filter, z.ZodObject, unknown>, 'row' | 'toWire'>;

const isDescending = (sort: Sort) => sort === 'latest' || sort === 'z-a';
export const isByName = (sort: Sort): boolean => sort === 'a-z' || sort === 'z-a';
export const directionOf = (descending: boolean) => (descending ? Prisma.sql`DESC` : Prisma.sql`ASC`);

/** Written into the text, where the planner sees them in prepared statements, too. */
const integer = (value: number) => Prisma.raw(BigInt(value).toString());

/** How many rows match: without a filter from `list_totals`, with one counted. */
export function countMatches<Filter extends { sort: Sort }>(
  list: Statements<Filter>,
  filter: Filter,
): Prisma.Sql {
  const where = conditionsOf(list, filter);
  return where.length === 0
    ? Prisma.sql`(SELECT coalesce(sum(rows), 0)::int FROM list_totals WHERE list = ${Prisma.raw(`'${list.table}'`)})`
    : Prisma.sql`(SELECT count(*)::int FROM ${tableOf(list)} WHERE ${allOf(where)})`;
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
    // The rows in order may all be looked at in vain otherwise.
    gate: Prisma.sql`(SELECT rows FROM total) > 0`,
  };
  const total = Prisma.sql`WITH total AS MATERIALIZED (SELECT ${countMatches(list, filter)} AS rows)`;
  const extra = Prisma.sql`(SELECT rows FROM total) AS total`;
  if (page === 1) {
    return Prisma.sql`${total} ${selectRows(list, selectKeys(list, filter, first), extra, descending)}`;
  }
  // A page past the end is the last one. Pages in the second half are read from the end: the last costs as little as
  // the first.
  const isNearEnd = Prisma.sql`(SELECT is_near_end FROM place)`;
  const forward = selectKeys(list, filter, { ...first, gate: Prisma.sql`NOT ${isNearEnd}` });
  const backward = selectKeys(list, filter, {
    isDescending: !descending,
    limit: Prisma.sql`(SELECT rows FROM place)`,
    offset: Prisma.sql`(SELECT rows_after FROM place)`,
    gate: isNearEnd,
  });
  // The last LIMIT only tells the planner how few rows there are.
  const keys = Prisma.sql`
    (${forward}) UNION ALL (SELECT * FROM (${backward}) AS backward LIMIT ${size})`;
  return Prisma.sql`
    ${total}, place AS MATERIALIZED (
      SELECT page_rows AS rows, rows - skipped - page_rows AS rows_after,
             ${integer(page)} > pages OR skipped > rows - skipped - page_rows AS is_near_end
      FROM total,
        LATERAL (SELECT (rows + ${size} - 1) / ${size} AS pages) AS paged,
        LATERAL (SELECT (least(${integer(page)}, pages) - 1) * ${size} AS skipped) AS skipping,
        LATERAL (SELECT least(${size}, rows - skipped) AS page_rows) AS sized
    ) ${selectRows(list, keys, extra, descending)}`;
}

/** The rows that follow a cursor, each with its `key`. */
export function selectBatch<Filter extends { sort: Sort }>(
  list: Statements<Filter>,
  filter: Filter,
  { cursor, limit }: { cursor: Cursor | undefined; limit: number },
): Prisma.Sql {
  const descending = isDescending(filter.sort);
  const position = { isDescending: descending, limit: integer(limit), offset: integer(0), cursor };
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
  const { limit, offset, cursor, gate } = position;
  const key = isByName(filter.sort) ? list.sortKeys.name : list.sortKeys.time;
  const direction = directionOf(position.isDescending);
  const where = [...conditionsOf(list, filter), gate, cursor && afterCursor(key, cursor, position)];
  return Prisma.sql`
    SELECT ${key} AS key, record.id FROM ${tableOf(list)} WHERE ${allOf(where)}
    ORDER BY ${key} ${direction}, record.id ${direction} LIMIT ${limit} OFFSET ${offset}`;
}

const afterCursor = (key: Prisma.Sql, cursor: Cursor, { isDescending: descending }: Position) =>
  Prisma.sql`(${key}, record.id) ${descending ? Prisma.sql`<` : Prisma.sql`>`} (${cursor.key}, ${cursor.id}::uuid)`;

const tableOf = ({ table }: { table: string }) => Prisma.sql`${Prisma.raw(table)} AS record`;

const conditionsOf = <Filter extends { sort: Sort }>(list: Statements<Filter>, filter: Filter) =>
  list.where(filter).filter((condition) => condition !== undefined);
