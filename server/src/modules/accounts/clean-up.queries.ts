import { linkLimits } from 'contract/accounts.constants.ts';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';

const temporaryPasswordTime = Prisma.sql`${linkLimits.temporaryPasswordSeconds} * interval '1 second'`;

/** Locked, and skipped where someone else has locked them. */
export const lockExpiredUnverified = defineQuery(
  'lock-expired-unverified',
  z.object({ id: z.string(), username: z.string() }),
  (limit: number) => Prisma.sql`
    SELECT id, username FROM users
    WHERE email_verified_at IS NULL AND NOT is_staff AND NOT is_superuser
      AND NOT EXISTS (
        SELECT FROM account_links
        WHERE user_id = users.id AND redeemed_at IS NULL
          AND (expires_at > now() OR used_at > now() - ${temporaryPasswordTime}))
    ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
);

const isUnconfirmed = Prisma.sql`
  pending_email IS NOT NULL
  AND NOT EXISTS (SELECT FROM account_links AS link
                  WHERE link.user_id = users.id AND link.purpose = 'change_email'
                    AND link.email = users.pending_email AND link.expires_at > now())`;

export const lockUnconfirmed = defineQuery(
  'lock-unconfirmed',
  z.object({ id: z.string() }),
  (limit: number) => Prisma.sql`
    SELECT id FROM users WHERE ${isUnconfirmed} ORDER BY id LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED`,
);

/** Looks once more, so that a link made before the lock is seen. */
export const forgetPendingEmails = defineQuery(
  'forget-pending-emails',
  noRow,
  (ids: string[]) =>
    Prisma.sql`UPDATE users SET pending_email = NULL WHERE id = ANY (${ids}::uuid[]) AND ${isUnconfirmed}`,
);
