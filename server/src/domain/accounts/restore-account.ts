import { type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import { isSuspendedAt } from '#auth/credentials/suspension.ts';
import type { Keys } from '#auth/keys/keys.ts';
import type { AccountLink } from '#auth/links/account-links.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { eraseUsers } from '#domain/storage/user-images.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import { lockEmailHolders } from './accounts.queries.ts';
import { setEmail } from './email-change.ts';
import { namesConflict } from './taken-names.ts';

/**
 * Locks the account of a link and takes the link's email address from an account that was never verified: otherwise an attacker could
 * block it with a registration. Throws `conflict` if it belongs to another one, or if staff have disabled or suspended that one.
 * Undefined if the account is gone.
 */
export async function lockAndClaim(tx: Transaction, link: AccountLink): Promise<UserModel | undefined> {
  const locked = await lockEmailHolders(tx, link.user_id, link.email);
  const holders = await tx.user.findMany({ where: { id: { in: locked.map(({ id }) => id) } } });
  const user = holders.find(({ id }) => id === link.user_id);
  if (!user) return undefined;
  const other = holders.find(({ id }) => id !== link.user_id);
  const isDecided = other && (!other.is_active || isSuspendedAt(other, await readClock(tx)));
  if (other && (isDecided || other.email_verified_at || other.is_staff || other.is_superuser))
    throw namesConflict({ email: true });
  if (other) {
    await eraseUsers(tx, [other.id]);
    await recordAccountEvent(tx, null, {
      action: 'account_delete',
      user: { id: other.id, username: null },
      actorId: null,
      message: `${other.username} was deleted: its email address, never verified, was returned to ${user.username}.`,
    });
    await tx.user.delete({ where: { id: other.id } });
  }
  return user;
}

/**
 * Gives a locked account the email address of a link again. Everything that began from another email address since the first change
 * from this one becomes void: pending changes, resets, and the links that would undo this. Resolves to when that change was requested.
 */
export async function restoreEmail(
  tx: Transaction,
  keys: Keys,
  clientInfo: ClientInfo,
  { user, link }: { user: UserModel; link: AccountLink },
): Promise<Date> {
  const ofUser = { user_id: user.id };
  const undoesTo = { ...ofUser, purpose: 'undo_email_change', email: link.email, used_at: null };
  // Several changes may have begun from this address, and each has a link.
  const undone = await tx.accountLink.findMany({ where: undoesTo, select: { created_at: true } });
  const since = [link, ...undone].map(({ created_at }) => created_at).reduce((a, b) => (a < b ? a : b));
  await tx.accountLink.updateMany({ where: undoesTo, data: { used_at: await readClock(tx) } });
  await setEmail(tx, keys, user.id, link.email);
  const toAnotherEmail = { email: { not: link.email } };
  await tx.accountLink.deleteMany({
    where: {
      ...ofUser,
      id: { not: link.id },
      OR: [
        { purpose: 'change_email' },
        { ...toAnotherEmail, purpose: { not: 'undo_email_change' } },
        { ...toAnotherEmail, created_at: { gte: since } },
      ],
    },
  });
  await recordAccountEvent(tx, clientInfo, {
    action: 'email_change',
    user,
    message: `${user.username} undid the change of the email address.`,
    details: { from: user.email, to: link.email, pending: user.pending_email },
  });
  if (user.email !== link.email) await enqueueSecurityMail(tx, 'email-change-undone', user.email);
  await notify(tx, user.id, { kind: 'account_change', change: 'email_change_undone' });
  return since;
}

/** Cancels a deletion. The account remains disabled if staff have disabled it in the meantime. */
export const cancelledDeletion = ({ stays_disabled }: UserModel) => ({
  deletion_asked_at: null,
  is_active: !stays_disabled,
  stays_disabled: false,
});
