import { isWholeId } from '#domain/lists/list-statements.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, idRow } from '#platform/database/query.ts';

/** At most two users whose name contains the text in any letter case, or whose id it is. */
export const selectUsersOf = defineQuery('select-users-of', idRow, (text: string) => {
  const condition = isWholeId(text)
    ? Prisma.sql`id = ${text}::uuid`
    : Prisma.sql`strpos(lower(username), lower(${text}::text)) > 0`;
  return Prisma.sql`SELECT id FROM users WHERE ${condition} LIMIT 2`;
});
