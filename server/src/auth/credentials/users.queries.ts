import { deviceLimits } from 'contract/accounts/accounts.constants.ts';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { suspendedUntil } from './suspension.ts';
import { defineQuery, idRow } from '#platform/database/query.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import type { Transaction } from '#platform/database/database.ts';

const Account = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  password_hash: z.string(),
  has_password: z.boolean(),
  must_change_password: z.boolean(),
  is_active: z.boolean(),
  is_staff: z.boolean(),
  is_superuser: z.boolean(),
  email_verified_at: z.date().nullable(),
  /** Whether a reset link was followed and its temporary password is unused. The password may have expired. */
  may_have_temporary_password: z.boolean(),
  /** Null unless the password is a temporary one. */
  password_expires_at: z.date().nullable(),
  is_password_expired: z.boolean(),
  is_deleting: z.boolean(),
  suspended_until: z.date().nullable(),
  suspension_reason: z.string().nullable(),
  pending_email: z.string().nullable(),
  is_device_known: z.boolean(),
  has_second_factor: z.boolean(),
});
export type Account = z.output<typeof Account>;

export const hasSecondFactor = (userId: Prisma.Sql): Prisma.Sql => Prisma.sql`
  EXISTS (SELECT FROM second_factors f WHERE f.user_id = ${userId} AND f.confirmed_at IS NOT NULL)`;

const accounts = (deviceId: string | null) => Prisma.sql`
  SELECT id, username, email, pending_email, password_hash, has_password, must_change_password, is_active, is_staff, is_superuser, email_verified_at,
         password_expires_at, coalesce(password_expires_at <= now(), false) AS is_password_expired,
         deletion_asked_at IS NOT NULL AS is_deleting,
         ${suspendedUntil(Prisma.sql`users`)} AS suspended_until, suspension_reason,
         EXISTS (SELECT FROM devices d
                 WHERE d.id = ${deviceId}::uuid AND d.user_id = users.id
                   AND d.last_used_at > now() - ${deviceLimits.knownDays} * interval '1 day') AS is_device_known,
         EXISTS (SELECT FROM account_links l
                 WHERE l.user_id = users.id AND l.purpose = 'reset_password'
                   AND l.used_at IS NOT NULL AND l.redeemed_at IS NULL) AS may_have_temporary_password,
         ${hasSecondFactor(Prisma.sql`users.id`)} AS has_second_factor
  FROM users`;

/** Finds by username, email, or a pending email that only one account has, in any letter case. */
export const selectAccount = defineQuery(
  'select-account',
  Account,
  (identifier: string, deviceId: string | null) => {
    const name = Prisma.sql`lower(${identifier}::text)`;
    return Prisma.sql`
    ${accounts(deviceId)}
    WHERE id = coalesce(
      (SELECT id FROM users WHERE lower(username) = ${name}),
      (SELECT id FROM users WHERE lower(email) = ${name}),
      (SELECT min(id::text)::uuid FROM users WHERE lower(pending_email) = ${name} HAVING count(*) = 1))`;
  },
);

export const selectAccountById = defineQuery(
  'select-account-by-id',
  Account,
  (id: string, deviceId: string | null = null) => Prisma.sql`${accounts(deviceId)} WHERE id = ${id}::uuid`,
);

export const lockUserRows = defineQuery(
  'lock-users',
  idRow,
  (ids: readonly string[]) => Prisma.sql`
    SELECT id FROM users WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
);

/** If `userId` is a superuser, also locks all active superusers. */
export const lockUserRowsForDeletion = defineQuery(
  'lock-users-for-deletion',
  idRow,
  (ids: readonly string[], userId: string) => Prisma.sql`
    SELECT id FROM users
    WHERE id = ANY (${ids}::uuid[])
       OR is_superuser AND is_active AND EXISTS (SELECT FROM users WHERE id = ${userId}::uuid AND is_superuser)
    ORDER BY id FOR UPDATE`,
);

/** Prevents the deletion of a user until the transaction ends, so that records may refer to the user. */
export const lockUserAgainstDeletion = defineQuery(
  'lock-user-against-deletion',
  idRow,
  (id: string) => Prisma.sql`SELECT id FROM users WHERE id = ${id}::uuid FOR KEY SHARE`,
);

/**
 * Locks users in the order of their ids. Every writer that depends on the rows of users, or counts their
 * records, calls this first, so that what it reads does not change until the transaction ends. Records that
 * only refer to the users can still be written.
 */
export async function lockUsers(tx: Transaction, ...ids: string[]): Promise<UserModel[]> {
  await lockUserRows(tx, ids);
  return tx.user.findMany({ where: { id: { in: ids } } });
}
