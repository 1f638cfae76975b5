import type { Sort } from 'contract/lists.ts';
import { AppError } from '#errors.ts';
import type { Paging } from './list.ts';
import { placePage } from './lists.ts';

// For lists of up to some 10,000 rows, which Prisma's `findMany` and `count` serve.

/** Case-insensitive substring of a column in lower case, taken literally. */
export const containing = (text: string) => ({
  contains: lowerCase(text).replaceAll(/[\\%_]/g, '\\$&'),
});

/** Like PostgreSQL, which ignores the character before: `toLowerCase` of a whole word knows two forms of the sigma. */
const lowerCase = (text: string) => text.replaceAll(/./gu, (character) => character.toLowerCase());

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
