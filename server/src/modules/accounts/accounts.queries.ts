import { z } from 'zod';
import { linkLimits } from 'contract/accounts/accounts.constants.ts';
import { isSuspended } from '#auth/credentials/suspension.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, idRow, noRow } from '#platform/database/query.ts';
import { isUnusedAccount } from '#domain/accounts/accounts.queries.ts';

/** Finds in any letter case, and prevents the deletion of the account until the transaction ends. */
export const lockByEmailAgainstDeletion = defineQuery(
  'lock-by-email-against-deletion',
  z.object({ id: z.string(), username: z.string(), email: z.string(), is_active: z.boolean() }),
  (email: string) => Prisma.sql`
    SELECT id, username, email, is_active FROM users WHERE lower(email) = lower(${email}) FOR KEY SHARE`,
);

const temporaryPasswordTime = Prisma.sql`${linkLimits.temporaryPasswordSeconds} * interval '1 second'`;

/** The oldest superuser. Queried at each start, which would have to wait for Prisma's compiler. */
export const selectFirstSuperuser = defineQuery(
  'select-first-superuser',
  z.object({ username: z.string() }),
  () => Prisma.sql`SELECT username FROM users WHERE is_superuser ORDER BY created_at, id LIMIT 1`,
);

/** Skips locked rows, and accounts that staff have disabled or suspended: their users could register again. */
export const lockExpiredUnverified = defineQuery(
  'lock-expired-unverified',
  z.object({ id: z.string(), username: z.string() }),
  (limit: number) => Prisma.sql`
    SELECT id, username FROM users
    WHERE email_verified_at IS NULL AND NOT is_staff AND NOT is_superuser
      AND is_active AND NOT ${isSuspended(Prisma.sql`users`)}
      AND NOT EXISTS (
        SELECT FROM account_links
        WHERE user_id = users.id AND redeemed_at IS NULL
          AND (expires_at > now() OR used_at > now() - ${temporaryPasswordTime}))
    ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
);

/** Accounts whose users requested the deletion and whose undo links have all expired. */
export const lockDeletionsDue = defineQuery(
  'lock-deletions-due',
  z.object({ id: z.string(), username: z.string(), email: z.string() }),
  (limit: number) => Prisma.sql`
    SELECT id, username, email FROM users
    WHERE deletion_asked_at IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM account_links
        WHERE user_id = users.id AND purpose = 'undo_deletion' AND expires_at > now())
    ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
);

const isUnconfirmed = Prisma.sql`
  pending_email IS NOT NULL
  AND NOT EXISTS (SELECT FROM account_links AS link
                  WHERE link.user_id = users.id AND link.purpose = 'change_email'
                    AND link.email = users.pending_email AND link.expires_at > now())`;

export const lockUnconfirmed = defineQuery(
  'lock-unconfirmed',
  idRow,
  (limit: number) => Prisma.sql`
    SELECT id FROM users WHERE ${isUnconfirmed} ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED`,
);

/** Checks the condition again, to find links that were created before the lock. */
export const clearPendingEmails = defineQuery(
  'clear-pending-emails',
  noRow,
  (ids: string[]) =>
    Prisma.sql`UPDATE users SET pending_email = NULL WHERE id = ANY (${ids}::uuid[]) AND ${isUnconfirmed}`,
);

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
