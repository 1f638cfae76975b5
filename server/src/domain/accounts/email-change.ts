import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import { AppError } from '#errors.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import { type AccountLink, createAccountLink, hasLiveReset } from '#auth/links/account-links.ts';
import { enqueueAccountMail, mailAccountLink } from '#domain/mail/account-mail.ts';
import { type MailBudgetDependencies, takeFromMailBudget } from '#domain/mail/mail-budget.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import type { Keys } from '#auth/keys/keys.ts';
import { reassignGuards } from '#auth/credentials/login-guards.ts';
import { isSessionActive } from '#auth/sessions/sessions.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { takenConflict } from './taken-names.ts';

type ChangingUser = Pick<UserModel, 'id' | 'username' | 'email' | 'pending_email'>;

/**
 * Emails a confirmation link to the new email address and, the first time, an undo link to the current
 * one. The caller has locked the user and writes `pending_email`. Call it last in a transaction, because it
 * locks the mail budget. Throws `conflict` during a reset.
 */
export async function startEmailChange(
  tx: Transaction,
  deps: MailBudgetDependencies,
  clientInfo: ClientInfo,
  { id: userId, username, email: from, pending_email }: ChangingUser,
  to: string,
): Promise<void> {
  const maySend = () => takeFromMailBudget(tx, deps, 'confirmation', to, clientInfo);
  if (pending_email === to) {
    if (await maySend()) await mailAccountLink(tx, 'change-email', { userId, email: to });
    return;
  }
  if (await hasLiveReset(tx, userId)) throw new AppError('conflict', accountMessages.resetUnderWay);
  await tx.accountLink.deleteMany({ where: { user_id: userId, purpose: 'change_email' } });
  await mailAccountLink(tx, 'undo-email-change', { userId, email: from });
  await recordAccountEvent(tx, clientInfo, {
    action: 'email_change',
    user: { id: userId, username },
    message: `${username} requested a change of the email address.`,
    details: { from, to },
  });
  await notify(tx, userId, { kind: 'account_change', change: 'email_change_requested' });
  // Even if no email is sent, the link reserves the pending email address.
  const linkId = await createAccountLink(tx, { userId, email: to, purpose: 'change_email' });
  if (await maySend()) await enqueueAccountMail(tx, 'change-email', linkId);
}

/**
 * Requires a session of the account, because a mistyped email address belongs to a stranger, who reads the email. Throws
 * `invalid_link`, `sign_in_required`, and `conflict` if the email address was taken or a reset has started since.
 */
export async function confirmEmailChange(
  tx: Transaction,
  keys: Keys,
  clientInfo: ClientInfo,
  { link, caller }: { link: AccountLink; caller: Caller | null },
): Promise<void> {
  const [user] = await lockUsers(tx, link.user_id);
  if (user?.email === link.email) return;
  if (user?.pending_email !== link.email) throw invalidLink();
  const isSignedIn = caller?.user.id === user.id && (await isSessionActive(tx, caller.session.id));
  if (!isSignedIn) throw new AppError('sign_in_required');
  if (await hasLiveReset(tx, user.id)) throw new AppError('conflict', accountMessages.resetUnderWay);
  await setEmail(tx, keys, user.id, link.email);
  await tx.accountLink.updateMany({ where: { id: link.id }, data: { used_at: await readClock(tx) } });
  await recordAccountEvent(tx, clientInfo, {
    action: 'email_change',
    user,
    message: `${user.username} confirmed the new email address.`,
    details: { from: user.email, to: link.email },
  });
  await notify(tx, user.id, { kind: 'account_change', change: 'email_changed' });
  const undo = { user_id: user.id, purpose: 'undo_email_change', email: user.email, used_at: null };
  const undoLink = await tx.accountLink.findFirst({ where: undo, orderBy: { created_at: 'desc' } });
  if (undoLink) await enqueueAccountMail(tx, 'email-changed', undoLink.id);
}

/** Throws `conflict` if another account has the email address. */
export async function setEmail(tx: Transaction, keys: Keys, userId: string, email: string): Promise<void> {
  const now = await readClock(tx);
  const data = { email, pending_email: null, email_verified_at: now, date_updated: now };
  try {
    await reassignGuards(tx, keys, await tx.user.update({ where: { id: userId }, data }));
  } catch (error) {
    throw takenConflict(error) ?? error;
  }
}

/** For a link that was to confirm an email address. */
export const invalidLink = () => new AppError('invalid_link', accountMessages.emailVerificationFailed);
