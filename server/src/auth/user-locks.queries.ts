import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import type { Transaction } from '#platform/database/database.ts';
import { defineQuery } from '#platform/database/query.ts';

const Id = z.object({ id: z.string() });

export const lockUserRows = defineQuery(
  'lock-users',
  Id,
  (ids: readonly string[]) => Prisma.sql`
    SELECT id FROM users WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
);

/** With all active superusers where `userId` is a superuser. */
export const lockUserRowsForDeletion = defineQuery(
  'lock-users-for-deletion',
  Id,
  (ids: readonly string[], userId: string) => Prisma.sql`
    SELECT id FROM users
    WHERE id = ANY (${ids}::uuid[])
       OR is_superuser AND is_active AND EXISTS (SELECT FROM users WHERE id = ${userId}::uuid AND is_superuser)
    ORDER BY id FOR UPDATE`,
);

/** Keeps a user from being deleted, so that records may refer to the user until the transaction ends. */
export const keepUser = defineQuery(
  'keep-user',
  Id,
  (id: string) => Prisma.sql`SELECT id FROM users WHERE id = ${id}::uuid FOR KEY SHARE`,
);

/**
 * Locks users in the order of their ids, which is the same everywhere, and resolves with those that exist. What is
 * read of them and counted of their records afterwards holds until the transaction ends, as every writer who must
 * not be overtaken begins with this. Records that merely refer to the users are written meanwhile.
 */
export async function lockUsers(tx: Transaction, ...ids: string[]): Promise<UserModel[]> {
  await lockUserRows(tx, ids);
  return tx.user.findMany({ where: { id: { in: ids } } });
}
