import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** The accounts that have a name or an address, in any letter case: by the unique indexes on both. */
export const selectNameHolders = defineQuery(
  'select-name-holders',
  z.object({ id: z.string(), has_username: z.boolean(), has_email: z.boolean() }),
  (username: string | null, email: string | null) => Prisma.sql`
    SELECT id, true AS has_username, false AS has_email FROM users WHERE lower(username) = lower(${username}::text)
    UNION ALL
    SELECT id, false, true FROM users WHERE lower(email) = lower(${email}::text)`,
);
