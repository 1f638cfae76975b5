import { linkLimits } from 'contract/accounts.constants.ts';
import { eraseUsers } from '#domain/erasure.ts';
import { recordAccountEvent } from '#auth/audit.ts';
import { Prisma } from '#generated/prisma/client.ts';
import type { Database } from '#platform/database/database.ts';

/** Accounts changed or deleted in one run. A run comes every few minutes. */
const batchSize = 500;

/** The job: removes what has lost its meaning with its time. May run anywhere, at any time, more than once. */
export async function cleanUpAccounts({ database }: { database: Database }): Promise<void> {
  await deleteUnverified(database);
  await forgetUnconfirmed(database);
  const { prisma } = database;
  await prisma.$executeRaw`
    DELETE FROM account_links
    WHERE expires_at < now() - interval '1 day'
      AND (used_at IS NULL OR used_at < now() - ${linkLimits.temporaryPasswordSeconds} * interval '1 second')`;
  await prisma.$executeRaw`DELETE FROM mail_budget_uses WHERE created_at < now() - interval '1 day'`;
  // Those of accounts stay: a count ends by a success only.
  await prisma.$executeRaw`
    DELETE FROM login_guards WHERE user_id IS NULL AND updated_at < now() - interval '7 days'`;
  await prisma.$executeRaw`DELETE FROM sessions WHERE expires_at < now() - interval '1 day'`;
}

/**
 * An account that was never verified goes when its last link no longer works, which frees its name and address.
 * A link that still waits for its mail server is renewed with each try, so it keeps its account.
 */
async function deleteUnverified({ prisma }: Database): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const users = await tx.$queryRaw<{ id: string; username: string }[]>`
      SELECT id, username FROM users
      WHERE email_verified_at IS NULL AND NOT is_staff AND NOT is_superuser
        AND NOT EXISTS (
          SELECT FROM account_links
          WHERE user_id = users.id AND redeemed_at IS NULL
            AND (expires_at > now()
              OR used_at > now() - ${linkLimits.temporaryPasswordSeconds} * interval '1 second'))
      ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`;
    const ids = users.map(({ id }) => id);
    await eraseUsers(tx, ids);
    for (const { id, username } of users) {
      await recordAccountEvent(tx, null, {
        action: 'account_delete',
        userId: id,
        username,
        actorId: null,
        message: `${username} was deleted: the e-mail address was never verified.`,
      });
    }
    await tx.user.deleteMany({ where: { id: { in: ids } } });
  });
}

const isUnconfirmed = Prisma.sql`
  pending_email IS NOT NULL
  AND NOT EXISTS (SELECT FROM account_links AS link
                  WHERE link.user_id = users.id AND link.purpose = 'change_email'
                    AND link.email = users.pending_email AND link.expires_at > now())`;

/** An address that was never confirmed is pending no longer when its last link no longer works. */
async function forgetUnconfirmed({ prisma }: Database): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const users = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM users WHERE ${isUnconfirmed}
      ORDER BY id LIMIT ${batchSize} FOR NO KEY UPDATE SKIP LOCKED`;
    // Once more under the lock, so that a link made for another address in between is seen.
    await tx.$executeRaw`
      UPDATE users SET pending_email = NULL
      WHERE id = ANY (${users.map(({ id }) => id)}::uuid[]) AND ${isUnconfirmed}`;
  });
}
