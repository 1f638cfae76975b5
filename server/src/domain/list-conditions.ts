import { Prisma } from '#generated/prisma/client.ts';

/** The conditions that the fields of a filter stand for: undefined where a field filters nothing. */
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

/** As a condition of its own, which is what partial indexes name. */
export const flag = (column: Prisma.Sql, value: boolean | null): Condition =>
  value === null ? undefined : value ? column : Prisma.sql`NOT ${column}`;

/** Both ends count. */
export const since = (column: Prisma.Sql, moment: Date | undefined): Condition =>
  moment && Prisma.sql`${column} >= ${moment}::timestamptz`;
export const until = (column: Prisma.Sql, moment: Date | undefined): Condition =>
  moment && Prisma.sql`${column} <= ${moment}::timestamptz`;
