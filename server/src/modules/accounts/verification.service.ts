import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import type { resendVerificationEmail as resendRoute } from 'contract/accounts/accounts.ts';
import type { RouteParsed } from 'contract/route.ts';
import {
  createAccountLink,
  hasLiveReset,
  type AccountLink,
  findAccountLink,
} from '#auth/links/account-links.ts';
import { enqueueAccountMail } from '#domain/mail/account-mail.ts';
import { type MailBudgetDependencies, takeFromMailBudget } from '#domain/mail/mail-budget.ts';
import { checkPassword, type CredentialsDependencies, findAccount } from '#auth/credentials/credentials.ts';
import { type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import { AppError, errorAtField } from '#errors.ts';
import type { Keys } from '#auth/keys/keys.ts';
import { applyRecovery } from '#auth/recovery/recovery.ts';
import { reassignGuards } from '#auth/credentials/login-guards.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import { isUniqueViolation, type Transaction } from '#platform/database/database.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { confirmEmailChange, invalidLink } from '#domain/accounts/email-change.ts';
import type { Dependencies } from '#dependencies.ts';

type ResendInput = RouteParsed<typeof resendRoute>['body'] & { deviceToken: string | undefined };

/**
 * Sets the email address of an unverified account, which may be its current one, and emails a new link. Earlier links
 * become void unless the mail budget is used up.
 */
export async function resendVerificationEmail(
  deps: CredentialsDependencies & MailBudgetDependencies,
  clientInfo: ClientInfo,
  { username, password, new_email: newEmail, deviceToken }: ResendInput,
): Promise<void> {
  const { database } = deps;
  const { account } = await checkPassword(deps, clientInfo, {
    ...(await findAccount(deps, username, deviceToken)),
    password,
    acceptTemporary: false,
  });
  if (!account.is_active) throw new AppError('account_disabled');

  try {
    await database.prisma.$transaction(async (tx) => {
      const [user] = await lockUsers(tx, account.id);
      if (!user || user.email_verified_at) throw new AppError('conflict', accountMessages.alreadyVerified);
      const oldEmail = user.email;
      const isSameEmail = oldEmail.toLowerCase() === newEmail.toLowerCase();
      if (!isSameEmail) {
        await setUnverifiedEmail(tx, deps.keys, account.id, newEmail);
        if (await hasLiveReset(tx, account.id)) throw new AppError('conflict', accountMessages.resetUnderWay);
        await recordAccountEvent(tx, clientInfo, {
          action: 'email_change',
          user: account,
          message: `${account.username} changed the email address before it was verified.`,
          details: { from: oldEmail, to: newEmail },
        });
      }
      const maySend = await takeFromMailBudget(tx, deps, 'confirmation', newEmail, clientInfo);
      // Without a new email the earlier links remain valid, so the spelling of the email address must not change.
      if (isSameEmail && !maySend) return;
      if (isSameEmail && oldEmail !== newEmail) await setUnverifiedEmail(tx, deps.keys, account.id, newEmail);
      await tx.accountLink.deleteMany({ where: { user_id: account.id, purpose: 'verify_email' } });
      // The account is deleted when its last link expires, so it gets one even if no email is sent.
      const linkId = await createAccountLink(tx, {
        userId: account.id,
        email: newEmail,
        purpose: 'verify_email',
      });
      if (maySend) await enqueueAccountMail(tx, 'verification', linkId);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw errorAtField('conflict', 'new_email', accountMessages.emailExists);
  }
}

async function setUnverifiedEmail(tx: Transaction, keys: Keys, id: string, email: string): Promise<void> {
  const data = { email, date_updated: await readClock(tx) };
  await reassignGuards(tx, keys, await tx.user.update({ where: { id }, data }));
}

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
  await applyRecovery(tx, { event: 'mailbox_proven', userId: user.id });
  await tx.user.update({ where: { id: user.id }, data: { email_verified_at: now } });
  await tx.accountLink.updateMany({ where: { id: link.id }, data: { used_at: now } });
  await recordAccountEvent(tx, clientInfo, {
    action: 'verify_email',
    user,
    message: `${user.username} verified the email address.`,
  });
}
