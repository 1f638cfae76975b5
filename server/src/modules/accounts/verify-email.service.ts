import { accountMessages } from 'contract/accounts.constants.ts';
import { type AccountLink, findAccountLink } from '#auth/account-links.ts';
import type { Caller } from '#auth/callers.ts';
import { confirmEmailChange } from '#domain/email-change.ts';
import type { Keys } from '#auth/keys.ts';
import { recordAccountEvent } from '#auth/audit.ts';
import type { ClientInfo } from '#auth/client-info.ts';
import { AppError } from '#errors.ts';
import type { Database, Transaction } from '#platform/database/database.ts';

/**
 * Verifies the address that a link was sent to: a new account's, as long as it still is the account's, or a pending
 * one, which becomes the address of the account that is signed in. The same link may be followed again until it
 * expires: mail scanners and double clicks break nothing. Throws `invalid_link`, and for a pending address
 * `sign_in_required` and `conflict`.
 */
export async function verifyEmail(
  { database, keys }: { database: Database; keys: Keys },
  clientInfo: ClientInfo,
  { path, caller }: { path: { uid: string; token: string }; caller: Caller | null },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const first = await findAccountLink(tx, keys, { ...path, purpose: 'verify_email' });
    if (first) return verifyFirst(tx, clientInfo, first);
    const link = await findAccountLink(tx, keys, { ...path, purpose: 'change_email' });
    if (!link) throw invalidLink();
    return confirmEmailChange(tx, clientInfo, { link, caller });
  });
}

async function verifyFirst(tx: Transaction, clientInfo: ClientInfo, link: AccountLink): Promise<void> {
  const [verified] = await tx.$queryRaw<{ username: string }[]>`
    UPDATE users SET email_verified_at = now()
    WHERE id = ${link.user_id}::uuid AND email = ${link.email} AND email_verified_at IS NULL
    RETURNING username`;
  if (verified) {
    await tx.$executeRaw`
      UPDATE account_links SET used_at = now() WHERE id = ${link.id}::uuid AND used_at IS NULL`;
    await recordAccountEvent(tx, clientInfo, {
      action: 'verify_email',
      userId: link.user_id,
      username: verified.username,
      message: `${verified.username} verified the e-mail address.`,
    });
    return;
  }
  const isStillTheAddress = await tx.user.count({ where: { id: link.user_id, email: link.email } });
  if (isStillTheAddress === 0) throw invalidLink();
}

const invalidLink = () => new AppError('invalid_link', accountMessages.emailVerificationFailed);
