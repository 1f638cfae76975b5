import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { isUnusedAccount } from '#domain/accounts/accounts.queries.ts';
import { defineQuery } from '#platform/database/query.ts';

const Holder = z.object({
  is_unused: z.boolean(),
  is_deleting: z.boolean(),
});

/** The account that has the email address, in any letter case. */
export const selectAddressHolder = defineQuery(
  'select-address-holder',
  Holder,
  (email: string) => Prisma.sql`
    SELECT ${isUnusedAccount} AS is_unused, deletion_asked_at IS NOT NULL AS is_deleting FROM users WHERE lower(email) = lower(${email})`,
);

export const lockUnusedAccount = defineQuery(
  'lock-unused-account',
  z.object({ id: z.string(), username: z.string() }),
  (email: string) => Prisma.sql`
    SELECT id, username FROM users
    WHERE lower(email) = lower(${email}) AND ${isUnusedAccount} FOR UPDATE`,
);
