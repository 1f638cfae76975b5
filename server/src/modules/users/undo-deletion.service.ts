import { userMessages } from 'contract/users/users.constants.ts';
import { findAccountLink } from '#auth/links/account-links.ts';
import { cancelledDeletion } from '#auth/sessions/revocations.ts';
import { type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import type { Dependencies } from '#dependencies.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import { AppError } from '#errors.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';

/**
 * Reopens an account whose user requested its deletion, unless staff have disabled it in the meantime. Resolves to
 * whether it is open. Can be repeated, but a used link does not undo a later deletion.
 */
export async function undoDeletion(
  { database, keys }: Pick<Dependencies, 'database' | 'keys'>,
  clientInfo: ClientInfo,
  path: { uid: string; token: string },
): Promise<boolean> {
  return database.prisma.$transaction(async (tx) => {
    const link = await findAccountLink(tx, keys, { ...path, purpose: 'undo_deletion' });
    const [user] = link ? await lockUsers(tx, link.user_id) : [];
    if (!link || !user) throw new AppError('invalid_link', userMessages.undoLinkInvalid);
    if (user.deletion_asked_at === null) return user.is_active;
    const now = await readClock(tx);
    await tx.accountLink.update({ where: { id: link.id }, data: { used_at: now } });
    await tx.user.update({ where: { id: user.id }, data: { ...cancelledDeletion(user), date_updated: now } });
    await recordAccountEvent(tx, clientInfo, {
      action: 'profile_update',
      user,
      message: `${user.username} cancelled the deletion of the account.`,
      details: { deletion: 'taken back' },
    });
    return !user.stays_disabled;
  });
}
