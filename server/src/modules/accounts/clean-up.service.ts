import { deviceLimits, linkLimits } from 'contract/accounts/accounts.constants.ts';
import { networkBlockLimits } from 'contract/network-blocks/network-blocks.constants.ts';
import { eraseUsers } from '#domain/storage/user-images.ts';
import { recordAccountEvent } from '#audit/audit.ts';
import { deleteOldAttempts } from '#auth/second-factor/second-factor.queries.ts';
import { deleteOldSignIns } from '#auth/sessions/sign-ins.queries.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import { daysAfter, readClock, secondsAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { Database, HasDatabase, Transaction } from '#platform/database/database.ts';
import {
  clearPendingEmails,
  lockDeletionsDue,
  lockExpiredUnverified,
  lockUnconfirmed,
} from './accounts.queries.ts';

const batchSize = 500;

/** An idempotent job. */
export async function cleanUpAccounts({ database }: HasDatabase): Promise<void> {
  await deleteUnverified(database);
  await deleteClosed(database);
  await clearUnconfirmed(database);
  const { prisma } = database;
  const now = await readClock(database);
  const dayAgo = daysAfter(now, -1);
  const isUnused = [
    { used_at: null },
    { used_at: { lt: secondsAfter(now, -linkLimits.temporaryPasswordSeconds) } },
  ];
  await prisma.accountLink.deleteMany({ where: { expires_at: { lt: dayAgo }, OR: isUnused } });
  await prisma.testMail.deleteMany({ where: { requested_at: { lt: dayAgo } } });
  await prisma.mailBudgetUse.deleteMany({ where: { created_at: { lt: dayAgo } } });
  // Counts of accounts remain, because only a success ends them.
  const weekAgo = daysAfter(now, -7);
  await prisma.loginGuard.deleteMany({ where: { user_id: null, updated_at: { lt: weekAgo } } });
  const deviceCutoff = daysAfter(now, -deviceLimits.knownDays);
  await prisma.device.deleteMany({ where: { last_used_at: { lt: deviceCutoff } } });
  await deleteOldSignIns(database);
  const superuserCutoff = daysAfter(now, -networkBlockLimits.superuserDays);
  await prisma.superuserAddress.deleteMany({ where: { last_seen_at: { lt: superuserCutoff } } });
  await deleteOldAttempts(database);
  await prisma.exportLink.deleteMany({ where: { expires_at: { lt: now } } });
  await prisma.session.deleteMany({ where: { expires_at: { lt: dayAgo } } });
  await prisma.usedChallenge.deleteMany({ where: { expires_at: { lt: now } } });
}

/** Deletes accounts that were never verified and whose last link has expired. */
async function deleteUnverified({ prisma }: Database): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const users = await lockExpiredUnverified(tx, batchSize);
    await deleteAccounts(tx, users, 'the email address was never verified');
  });
}

async function deleteClosed({ prisma }: Database): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const users = await lockDeletionsDue(tx, batchSize);
    for (const { email } of users) await enqueueSecurityMail(tx, 'account-deleted', email);
    await deleteAccounts(tx, users, 'the user had requested it');
  });
}

export async function deleteAccounts(
  tx: Transaction,
  users: { id: string; username: string }[],
  reason: string,
): Promise<void> {
  const ids = users.map(({ id }) => id);
  await eraseUsers(tx, ids);
  for (const { id, username } of users) {
    await recordAccountEvent(tx, null, {
      action: 'account_delete',
      user: { id, username: null },
      actorId: null,
      message: `${username} was deleted: ${reason}.`,
    });
  }
  await tx.user.deleteMany({ where: { id: { in: ids } } });
}

async function clearUnconfirmed({ prisma }: Database): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const users = await lockUnconfirmed(tx, batchSize);
    const ids = users.map(({ id }) => id);
    await clearPendingEmails(tx, ids);
  });
}
