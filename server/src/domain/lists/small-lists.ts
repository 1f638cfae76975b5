import type { Sort } from 'contract/lists.ts';
import { AppError } from '#errors.ts';
import type { Database } from '#platform/database/database.ts';
import type { Paging } from './list.ts';
import { placePage } from './lists.ts';
import { selectLowerCase } from './small-lists.queries.ts';

// For lists of up to some 10,000 rows, which Prisma's `findMany` and `count` serve.

/** Case-insensitive substring, taken literally, of a column that the database has converted to lower case, too. */
export async function containing(database: Database, text: string): Promise<{ contains: string }> {
  const [lower] = await selectLowerCase(database, text);
  return { contains: (lower?.text ?? '').replaceAll(/[\\%_]/g, '\\$&') };
}

/** Ordered by the column of the sort, then by the id, both in the same direction. */
export function orderBy<const Time extends string, const Name extends string>(
  sort: Sort,
  columns: { time: Time; name: Name },
) {
  const direction = sort === 'latest' || sort === 'z-a' ? ('desc' as const) : ('asc' as const);
  const column = sort === 'latest' || sort === 'oldest' ? columns.time : columns.name;
  return [{ [column]: direction } as { [Key in Time | Name]?: typeof direction }, { id: direction }];
}

/** Like `placePage`. Throws `not_found` if nothing matches a filter; a list that is empty without one is an empty page. */
export function placeMatches(paging: Paging, total: number, where: object, nothingFound: string) {
  if (total === 0 && Object.keys(where).length > 0) throw new AppError('not_found', nothingFound);
  return placePage(paging, total);
}
