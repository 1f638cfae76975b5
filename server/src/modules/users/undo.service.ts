import { userMessages } from 'contract/users/users.constants.ts';
import { type AccountLink, findAccountLink, lockLinkUser } from '#auth/links/account-links.ts';
import { mailResetIfLockedOut } from '#domain/accounts/reset-link.ts';
import { setEmail } from '#domain/accounts/email-change.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { eraseUsers } from '#domain/storage/user-images.ts';
import type { CredentialsDependencies } from '#auth/credentials/credentials.ts';
import { type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import { isSuspendedAt } from '#auth/credentials/suspension.ts';
import type { SignInMethods } from '#auth/recovery/last-way.ts';
import { applyRecovery } from '#auth/recovery/recovery.ts';
import { namesConflict } from '#domain/accounts/taken-names.ts';
import { AppError } from '#errors.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Dependencies } from '#dependencies.ts';
import { lockEmailHolders } from './users.queries.ts';

/**
 * Restores the email address that the link was sent to, ends the account's sessions and invalidates its
 * password. Everything that began from another email address since the first change from this one becomes void: pending changes, resets,
 * and the links that would undo this. Can be repeated. Throws `invalid_link`, and `conflict` if the email
 * address now belongs to another account, unless that account was never verified and is deleted, which one that staff have disabled
 * or suspended is not.
 */
export async function undoEmailChange(
  { database, keys, hashing }: CredentialsDependencies,
  clientInfo: ClientInfo,
  path: { uid: string; token: string },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const presentedLink = await findAccountLink(tx, keys, { ...path, purpose: 'undo_email_change' });
    if (!presentedLink) throw invalidLink();
    const user = await lockAndClaim(tx, presentedLink);
    // Checked again, because a link to another email address may have made this one void in the meantime.
    const link = await findAccountLink(tx, keys, { ...path, purpose: 'undo_email_change' });
    if (!link) throw invalidLink();
    const isUndone = user.email === link.email && user.pending_email === null;
    if (isUndone && link.used_at) return;
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
    const recovery = { event: 'address_restored', userId: user.id, since, decoy: hashing.decoy } as const;
    const { hasWaysToReview } = await applyRecovery(tx, recovery);
    const isDeletedSince = user.deletion_asked_at !== null && user.deletion_asked_at >= since;
    if (isDeletedSince) await tx.user.update({ where: { id: user.id }, data: cancelledDeletion(user) });
    await recordAccountEvent(tx, clientInfo, {
      action: 'email_change',
      user,
      message: `${user.username} undid the change of the email address.`,
      details: { from: user.email, to: link.email, pending: user.pending_email },
    });
    await notify(tx, user.id, { kind: 'account_change', change: 'email_change_undone' });
    if (hasWaysToReview) await notify(tx, user.id, { kind: 'account_change', change: 'ways_to_review' });
  });
}

/**
 * Locks the account, and takes the email address from an account that was never verified. Otherwise an attacker could block
 * it with a registration.
 */
async function lockAndClaim(tx: Transaction, link: AccountLink): Promise<UserModel> {
  const locked = await lockEmailHolders(tx, link.user_id, link.email);
  const holders = await tx.user.findMany({ where: { id: { in: locked.map(({ id }) => id) } } });
  const user = holders.find(({ id }) => id === link.user_id);
  if (!user) throw invalidLink();
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

/** Cancels a deletion. The account remains disabled if staff have disabled it in the meantime. */
const cancelledDeletion = ({ stays_disabled }: UserModel) => ({
  deletion_asked_at: null,
  is_active: !stays_disabled,
  stays_disabled: false,
});

const invalidLink = () => new AppError('invalid_link', userMessages.undoLinkInvalid);

/**
 * Reopens an account whose user requested its deletion, unless staff have disabled it in the meantime. Resolves to
 * whether it is open. Can be repeated, but a used link does not undo a later deletion.
 */
export async function undoDeletion(
  { database, keys, ...methods }: Pick<Dependencies, 'database' | 'keys'> & SignInMethods,
  clientInfo: ClientInfo,
  path: { uid: string; token: string },
): Promise<boolean> {
  return database.prisma.$transaction(async (tx) => {
    const linkQuery = { ...path, purpose: 'undo_deletion' } as const;
    const { link, user } = await lockLinkUser(tx, keys, linkQuery, userMessages.undoLinkInvalid);
    if (user.deletion_asked_at === null) return user.is_active;
    const now = await readClock(tx);
    const reopened = { ...cancelledDeletion(user), date_updated: now };
    await tx.accountLink.update({ where: { id: link.id }, data: { used_at: now } });
    await tx.user.update({ where: { id: user.id }, data: reopened });
    const since = user.deletion_asked_at;
    const recovery = { event: 'deletion_undone', userId: user.id, since } as const;
    const { hasWaysToReview } = await applyRecovery(tx, recovery);
    if (hasWaysToReview) await notify(tx, user.id, { kind: 'account_change', change: 'ways_to_review' });
    await mailResetIfLockedOut(tx, methods, { ...user, ...reopened });
    await recordAccountEvent(tx, clientInfo, {
      action: 'profile_update',
      user,
      message: `${user.username} cancelled the deletion of the account.`,
      details: { deletion: 'taken back' },
    });
    return !user.stays_disabled;
  });
}
