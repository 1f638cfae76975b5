import { accountMessages } from 'contract/accounts.constants.ts';
import { AppError } from '#errors.ts';
import { readClock } from '#platform/database/clock.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import { lockUsers } from '#auth/user-locks.queries.ts';
import { type AccountLink, createAccountLink, hasLiveReset } from '#auth/account-links.ts';
import { enqueueAccountMail } from './account-mail.ts';
import type { Caller } from '#auth/callers.ts';
import type { Keys } from '#auth/keys.ts';
import { takeFromMailBudget } from './mail-budget.ts';
import { recordAccountEvent } from '#auth/audit.ts';
import type { ClientInfo } from '#auth/client-info.ts';
import { isLiving } from '#auth/sessions.ts';
import { takenConflict } from './taken-names.ts';

interface ChangingUser {
  id: string;
  username: string;
  email: string;
  pending_email: string | null;
}

/**
 * Sends a confirmation link to the new address, within its budget, and tells the present one, which may undo the
 * change. For the address that is pending already only the first is done, again. The caller holds the lock on the
 * user's row and writes `pending_email`. To be called last in a transaction, as the budget is taken last. Throws
 * `conflict` while a reset is under way.
 */
export async function startEmailChange(
  tx: Transaction,
  { keys, clientInfo }: { keys: Keys; clientInfo: ClientInfo },
  { id: userId, username, email: from, pending_email }: ChangingUser,
  to: string,
): Promise<void> {
  const newLink = () => createAccountLink(tx, { userId, email: to, purpose: 'change_email' });
  if (pending_email === to) {
    if (await takeFromMailBudget(tx, keys, to)) await enqueueAccountMail(tx, 'change-email', await newLink());
    return;
  }
  if (await hasLiveReset(tx, userId)) throw new AppError('conflict', accountMessages.resetUnderWay);
  await tx.accountLink.deleteMany({ where: { user_id: userId, purpose: 'change_email' } });
  const undoId = await createAccountLink(tx, { userId, email: from, purpose: 'undo_email_change' });
  await enqueueAccountMail(tx, 'email-change-notice', undoId);
  await recordAccountEvent(tx, clientInfo, {
    action: 'email_change',
    userId,
    username,
    message: `${username} asked to change the e-mail address.`,
    details: { from, to },
  });
  // Without a mail, too: the link keeps the pending address for its time.
  const linkId = await newLink();
  if (await takeFromMailBudget(tx, keys, to)) await enqueueAccountMail(tx, 'change-email', linkId);
}

/**
 * Makes the pending address, whose link was followed, the account's. Only for the account itself: whoever reads the
 * mail may be a stranger to whom a mistyped address belongs. The same link again changes nothing. Throws
 * `invalid_link`, `sign_in_required`, and `conflict` where the address was taken or a reset was begun in the meantime.
 */
export async function confirmEmailChange(
  tx: Transaction,
  clientInfo: ClientInfo,
  { link, caller }: { link: AccountLink; caller: Caller | null },
): Promise<void> {
  const [user] = await lockUsers(tx, link.user_id);
  if (user?.email === link.email) return;
  if (user?.pending_email !== link.email) throw invalidLink();
  const isSignedIn = caller?.user.id === user.id && (await isLiving(tx, caller.session.id));
  if (!isSignedIn) throw new AppError('sign_in_required', accountMessages.signInToConfirmEmail);
  if (await hasLiveReset(tx, user.id)) throw new AppError('conflict', accountMessages.resetUnderWay);
  await setEmail(tx, user.id, link.email);
  await tx.accountLink.updateMany({ where: { id: link.id }, data: { used_at: await readClock(tx) } });
  await recordAccountEvent(tx, clientInfo, {
    action: 'email_change',
    userId: user.id,
    username: user.username,
    message: `${user.username} confirmed the new e-mail address.`,
    details: { from: user.email, to: link.email },
  });
}

/** Makes an address the account's, verified. Throws `conflict` where it is another account's. */
export async function setEmail(tx: Transaction, userId: string, email: string): Promise<void> {
  const now = await readClock(tx);
  const data = { email, pending_email: null, email_verified_at: now, date_updated: now };
  try {
    await tx.user.update({ where: { id: userId }, data });
  } catch (error) {
    throw takenConflict(error) ?? error;
  }
}

const invalidLink = () => new AppError('invalid_link', accountMessages.emailVerificationFailed);
