import { type AccountLink, findAccountLink } from '#auth/links/account-links.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { confirmEmailChange, invalidLink } from '#domain/accounts/email-change.ts';
import type { Dependencies } from '#dependencies.ts';
import { type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';

interface Verification {
  path: { uid: string; token: string };
  caller: Caller | null;
  /** Throws `csrf_failed` if only a cookie identifies the caller. */
  checkCsrf: () => void;
}

/** Can be repeated until the link expires, because of mail scanners and double clicks. */
export async function verifyEmail(
  { database, keys }: Pick<Dependencies, 'database' | 'keys'>,
  clientInfo: ClientInfo,
  { path, caller, checkCsrf }: Verification,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const first = await findAccountLink(tx, keys, { ...path, purpose: 'verify_email' });
    if (first) return verifyFirst(tx, clientInfo, first);
    const link = await findAccountLink(tx, keys, { ...path, purpose: 'change_email' });
    if (!link) throw invalidLink();
    // The request is a GET, which another site can trigger with the browser's cookies.
    checkCsrf();
    return confirmEmailChange(tx, keys, clientInfo, { link, caller });
  });
}

async function verifyFirst(tx: Transaction, clientInfo: ClientInfo, link: AccountLink): Promise<void> {
  const [user] = await lockUsers(tx, link.user_id);
  if (user?.email !== link.email) throw invalidLink();
  if (user.email_verified_at) return;
  const now = await readClock(tx);
  await tx.user.update({ where: { id: user.id }, data: { email_verified_at: now } });
  await tx.accountLink.updateMany({ where: { id: link.id }, data: { used_at: now } });
  await recordAccountEvent(tx, clientInfo, {
    action: 'verify_email',
    user,
    message: `${user.username} verified the email address.`,
  });
}
