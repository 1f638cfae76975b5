import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, idRow } from '#platform/database/query.ts';

/** At most two users whose name contains the text in any letter case, or whose id it is. */
export const selectUsersOf = defineQuery(
  'select-users-of',
  idRow,
  (text: string) => Prisma.sql`
    SELECT id FROM users WHERE id::text = lower(${text}::text) OR strpos(lower(username), lower(${text}::text)) > 0
    LIMIT 2`,
);
