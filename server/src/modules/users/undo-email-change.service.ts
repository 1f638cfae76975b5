import { userMessages } from 'contract/users.constants.ts';
import { type AccountLink, findAccountLink } from '#auth/account-links.ts';
import { setEmail } from '#domain/email-change.ts';
import { eraseUsers } from '#domain/erasure.ts';
import type { Keys } from '#auth/keys.ts';
import { recordAccountEvent } from '#auth/audit.ts';
import type { ClientInfo } from '#auth/client-info.ts';
import { revokeSessions } from '#auth/sessions.ts';
import { namesConflict } from '#domain/taken-names.ts';
import { AppError } from '#errors.ts';
import type { Database, Transaction } from '#platform/database/database.ts';

/**
 * Gives an account the address back that its link was sent to, and ends its sessions. Whatever was begun from another
 * address since then is void: the changes under way, the resets, and the links that would undo this. The same link
 * again answers the same, and does the same if there is something to undo again. Throws `invalid_link`, and `conflict`
 * where the address belongs to another account by now; one that was never verified makes way.
 */
export async function undoEmailChange(
  { database, keys }: { database: Database; keys: Keys },
  clientInfo: ClientInfo,
  path: { uid: string; token: string },
): Promise<void> {
  await database.prisma.$transaction((tx) => undo(tx, keys, clientInfo, path));
}

async function undo(
  tx: Transaction,
  keys: Keys,
  clientInfo: ClientInfo,
  path: { uid: string; token: string },
): Promise<void> {
  const found = await findAccountLink(tx, keys, { ...path, purpose: 'undo_email_change' });
  if (!found) throw invalidLink();
  const user = await lockAndClaim(tx, found);
  // Once more: a link to another address may have made this one void in the meantime.
  const link = await findAccountLink(tx, keys, { ...path, purpose: 'undo_email_change' });
  if (!link) throw invalidLink();
  const isFirstTime = await tx.$executeRaw`
    UPDATE account_links SET used_at = now() WHERE id = ${link.id}::uuid AND used_at IS NULL`;
  const isUndone = user.email === link.email && user.pending_email === null;
  if (isUndone && isFirstTime === 0) return;
  await tx.$executeRaw`
    UPDATE account_links SET used_at = now()
    WHERE user_id = ${user.id}::uuid AND purpose = 'undo_email_change' AND email = ${link.email} AND used_at IS NULL`;
  await setEmail(tx, user.id, link.email);
  await tx.$executeRaw`
    DELETE FROM account_links AS other USING account_links AS undone
    WHERE undone.id = ${link.id}::uuid AND other.user_id = undone.user_id AND other.id <> undone.id
      AND (other.purpose = 'change_email'
        OR other.email <> undone.email
          AND (other.purpose <> 'undo_email_change' OR other.created_at >= undone.created_at))`;
  await revokeSessions(tx, user.id);
  await recordAccountEvent(tx, clientInfo, {
    action: 'email_change',
    userId: user.id,
    username: user.username,
    message: `${user.username} undid the change of the e-mail address.`,
    details: { from: user.email, to: link.email, pending: user.pending_email },
  });
}

interface AddressHolder {
  id: string;
  username: string;
  email: string;
  pending_email: string | null;
  is_provisional: boolean;
}

/**
 * Locks the account, and takes the address from one that never verified it: whoever follows the link reads its mail,
 * and else a thief could hold it with a registration. Throws `conflict` where the address is another account's.
 */
async function lockAndClaim(tx: Transaction, link: AccountLink): Promise<AddressHolder> {
  const holders = await tx.$queryRaw<AddressHolder[]>`
    SELECT id, username, email, pending_email,
           email_verified_at IS NULL AND NOT is_staff AND NOT is_superuser AS is_provisional
    FROM users WHERE id = ${link.user_id}::uuid OR lower(email) = lower(${link.email})
    ORDER BY id FOR UPDATE`;
  const user = holders.find(({ id }) => id === link.user_id);
  if (!user) throw invalidLink();
  const other = holders.find(({ id }) => id !== link.user_id);
  if (other && !other.is_provisional) throw namesConflict({ email: true });
  if (other) {
    await eraseUsers(tx, [other.id]);
    await recordAccountEvent(tx, null, {
      action: 'account_delete',
      userId: other.id,
      username: other.username,
      actorId: null,
      message: `${other.username} was deleted: its e-mail address, never verified, went back to ${user.username}.`,
    });
    await tx.user.delete({ where: { id: other.id } });
  }
  return user;
}

const invalidLink = () => new AppError('invalid_link', userMessages.undoLinkInvalid);
