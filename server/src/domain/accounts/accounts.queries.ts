import { z } from 'zod';
import { isSuspended } from '#auth/credentials/suspension.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, idRow } from '#platform/database/query.ts';

export interface MailBudget {
  perHour: number;
  perDay: number;
  /** In addition to the daily limit. */
  perHourBeyond: number;
}

/**
 * A registration that does not hold its email address against the owner: it was never verified, nobody signed in, and
 * staff have decided nothing about it.
 */
export const isUnusedAccount = Prisma.sql`(
  email_verified_at IS NULL AND last_login IS NULL AND NOT is_staff AND NOT is_superuser
  AND is_active AND NOT ${isSuspended(Prisma.sql`users`)})`;

/** Returns no row if the budget is used up. */
export const insertMailBudgetUse = defineQuery(
  'insert-mail-budget-use',
  idRow,
  (id: string, key: string, { perHour, perDay, perHourBeyond }: MailBudget) => Prisma.sql`
    INSERT INTO mail_budget_uses (id, recipient_key)
    SELECT ${id}::uuid, ${key}
    FROM mail_budget_uses
    WHERE recipient_key = ${key} AND created_at > now() - interval '1 day'
    HAVING count(*) FILTER (WHERE created_at > now() - interval '1 hour')
         < CASE WHEN count(*) < ${perDay}::int THEN ${perHour}::int ELSE ${perHourBeyond}::int END
    RETURNING id`,
);

/** Locks a user and the accounts with an email address, in any letter case, for deletion. */
export const lockEmailHolders = defineQuery(
  'lock-email-holders',
  idRow,
  (userId: string, email: string) => Prisma.sql`
    SELECT id FROM users WHERE id = ${userId}::uuid OR lower(email) = lower(${email}) ORDER BY id FOR UPDATE`,
);

/** The accounts with this username or email address, in any letter case, with the unique indexes. */
export const selectNameHolders = defineQuery(
  'select-name-holders',
  z.object({ id: z.string(), has_username: z.boolean(), has_email: z.boolean() }),
  (username: string | null, email: string | null) => Prisma.sql`
    SELECT id, true AS has_username, false AS has_email FROM users WHERE lower(username) = lower(${username}::text)
    UNION ALL
    SELECT id, false, true FROM users WHERE lower(email) = lower(${email}::text)`,
);

/**
 * The failed sign-ins of an account from an IP address in the 24 hours before each successful one, and after the one before that.
 * `where` is a condition on `record`, and `isEnd` tells which attempts the failures came before.
 */
export const failuresBefore = (
  where: Prisma.Sql,
  isEnd: Prisma.Sql = Prisma.sql`record.action = 'login'`,
): Prisma.Sql => Prisma.sql`
  SELECT ip_address, login_at, count(*)::int AS failures FROM (
    SELECT ip_address, created_at, ${isEnd} AS is_end, min(created_at) FILTER (WHERE ${isEnd}) OVER (
      PARTITION BY ip_address ORDER BY created_at DESC, action ROWS UNBOUNDED PRECEDING) AS login_at
    FROM ip_records AS record WHERE action IN ('login', 'login_failed') AND ${where}
  ) AS attempt
  WHERE NOT is_end AND login_at <= created_at + interval '24 hours' GROUP BY ip_address, login_at`;
