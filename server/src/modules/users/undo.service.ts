import { userMessages } from 'contract/users/users.constants.ts';
import { findAccountLink, lockLinkUser } from '#auth/links/account-links.ts';
import { cancelledDeletion, lockAndClaim, restoreEmail } from '#domain/accounts/restore-account.ts';
import { mailAccountLink } from '#domain/mail/account-mail.ts';
import { notify } from '#domain/notifications/notifications.ts';
import type { CredentialsDependencies } from '#auth/credentials/credentials.ts';
import { type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import { applyRecovery } from '#auth/recovery/recovery.ts';
import { AppError } from '#errors.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';

/**
 * Restores the email address that the link was sent to, ends the account's sessions and invalidates its password. Can be repeated. Throws `invalid_link`, and `conflict` if the email
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
    if (!user) throw invalidLink();
    // Checked again, because a link to another email address may have made this one void in the meantime.
    const link = await findAccountLink(tx, keys, { ...path, purpose: 'undo_email_change' });
    if (!link) throw invalidLink();
    const isUndone = user.email === link.email && user.pending_email === null;
    if (isUndone && link.used_at) return;
    const since = await restoreEmail(tx, keys, clientInfo, { user, link });
    const recovery = { event: 'address_restored', userId: user.id, since, decoy: hashing.decoy } as const;
    const { hasWaysToReview } = await applyRecovery(tx, recovery);
    const isDeletedSince = user.deletion_asked_at !== null && user.deletion_asked_at >= since;
    if (isDeletedSince) await tx.user.update({ where: { id: user.id }, data: cancelledDeletion(user) });
    if (hasWaysToReview) await notify(tx, user.id, { kind: 'account_change', change: 'ways_to_review' });
  });
}

const invalidLink = () => new AppError('invalid_link', userMessages.undoLinkInvalid);

/**
 * Reopens an account whose user requested its deletion, unless staff have disabled it in the meantime, and mails a link to a new
 * password. Resolves to whether it is open. Can be repeated, but a used link does not undo a later deletion.
 */
export async function undoDeletion(
  { database, keys, hashing }: CredentialsDependencies,
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
    const recovery = { event: 'deletion_undone', userId: user.id, since, decoy: hashing.decoy } as const;
    const { hasWaysToReview } = await applyRecovery(tx, recovery);
    if (hasWaysToReview) await notify(tx, user.id, { kind: 'account_change', change: 'ways_to_review' });
    if (reopened.is_active) await mailAccountLink(tx, 'reset-link', { userId: user.id, email: user.email });
    await recordAccountEvent(tx, clientInfo, {
      action: 'profile_update',
      user,
      message: `${user.username} cancelled the deletion of the account.`,
      details: { deletion: 'taken back' },
    });
    return !user.stays_disabled;
  });
}
