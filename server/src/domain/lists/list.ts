import type { Sort } from 'contract/lists.ts';
import type { z } from 'zod';
import type { Prisma } from '#generated/prisma/client.ts';
import type { Database } from '#platform/database/database.ts';

/**
 * A large list that staff browse: filtered, sorted, paged and exported. One `<area>.list.ts` defines it, such as
 * `records.list.ts`. The migration of its table has `SELECT keep_list_total('<table>');` (or, by a column and day,
 * `('<table>', '<column>')`) and an index of each sort key with the id; `server/test/queries.test.ts` checks `row`. In
 * every expression the table is called `record`. Lists of up to some 10,000 rows use `small-lists.ts`.
 */
export interface List<Filter extends { sort: Sort }, Row extends z.ZodObject, Total extends string = string> {
  table: string;
  /** The row schema of the contract, with dates as the database returns them. */
  row: Row;
  columns: Prisma.Sql;
  joins?: Prisma.Sql;
  /** Replaces what SQL cannot decide, before each statement: `where` reads the result. */
  resolve?: (database: Database, signal: AbortSignal, filter: Filter) => Promise<Filter>;
  /** Conditions on `record` alone. Undefined for a field that applies no filter. */
  where: (filter: Filter) => (Prisma.Sql | undefined)[];
  /** For a list of a part of a table: the condition for its rows, and the same condition for the categories of `list_totals`. */
  always?: { rows: Prisma.Sql; totals: Prisma.Sql };
  /**
   * For rows that a caller must not see: the condition for the others, and a `SELECT` of the `day` and -1 as `rows` of each of them, within
   * the category of the filter.
   */
  hidden?: (filter: Filter) => { visible: Prisma.Sql; totals: Prisma.Sql };
  /** A condition that counts the same rows at less cost, if it is the filter's only one. */
  countWhere?: (filter: Filter) => Prisma.Sql | undefined;
  /**
   * The value of the column in `keep_list_total`, if the filter has only this condition: then
   * the total is known, and the totals by day locate a page in the middle.
   */
  category?: (filter: Filter) => string | null | undefined;
  /** Rows are ordered by the key, then by the id, both in the same direction. */
  sortKeys: { time: Prisma.Sql; name: Prisma.Sql };
  /** Selects `key` and `id` in order, for a sort that no single index supports. Undefined for other sorts. */
  selectKeys?: (filter: Filter, position: Position) => Prisma.Sql | undefined;
  /** An array of the ids, or nulls, of the users whom staff see in a row. */
  userIds: Prisma.Sql;
  /** The field of the response with the number of all rows. */
  total: Total;
  /** The message of the 404 when nothing matches. */
  nothingFound: string;
}

export interface Paging {
  page: number;
  page_size: number;
}

export interface Position {
  isDescending: boolean;
  limit: Prisma.Sql;
  offset: Prisma.Sql;
  /** Selects only rows after this one. */
  cursor?: Cursor | undefined;
  /** Evaluated first. If it is false, no row is read. */
  gate?: Prisma.Sql;
  /** The first row to read. */
  bound?: Prisma.Sql | undefined;
  /** The number of rows of the list, if they were counted before. */
  rows?: number;
}

export interface Cursor {
  key: unknown;
  /** The id in the table. The one that a reader sees may differ. */
  row_id: string;
}
