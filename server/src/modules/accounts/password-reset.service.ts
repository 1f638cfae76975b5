import { accountMessages } from 'contract/accounts.constants.ts';
import { createAccountLink, findAccountLink } from '#auth/account-links.ts';
import { enqueueAccountMail } from '#domain/account-mail.ts';
import type { Keys } from '#auth/keys.ts';
import { takeFromMailBudget } from '#domain/mail-budget.ts';
import { recordAccountEvent } from '#auth/audit.ts';
import type { ClientInfo } from '#auth/client-info.ts';
import { AppError } from '#errors.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';

interface ResetDependencies {
  database: Database;
  keys: Keys;
}

export interface PasswordResetJob {
  email: string;
  clientInfo: ClientInfo;
}

export const passwordResetTask = 'send_reset_link';

/** The same work whether or not the account exists, so that the time tells nothing: the job looks it up. */
export async function requestPasswordReset(
  { database }: { database: Database },
  clientInfo: ClientInfo,
  { email }: { email: string },
): Promise<void> {
  const job: PasswordResetJob = { email, clientInfo };
  await enqueueJob(database.prisma, passwordResetTask, job);
}

/**
 * The job: sends a link to the account's own address, within its budget. Earlier links stay as they are. Nobody deletes
 * the account until the transaction ends: what it records would refer to nobody.
 */
export async function sendResetLink(
  { database, keys }: ResetDependencies,
  job: PasswordResetJob,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const [user] = await tx.$queryRaw<{ id: string; username: string; email: string; is_active: boolean }[]>`
      SELECT id, username, email, is_active FROM users WHERE lower(email) = lower(${job.email}) FOR KEY SHARE`;
    await recordAccountEvent(tx, job.clientInfo, {
      action: 'password_reset_request',
      userId: user?.id ?? null,
      username: user?.username ?? null,
      // Whoever knows an address can ask.
      actorId: null,
      message: user
        ? `A password reset was requested for ${user.username}.`
        : 'A password reset was requested for an unknown e-mail address.',
    });
    if (!user?.is_active || !(await takeFromMailBudget(tx, keys, user.email))) return;
    const linkId = await createAccountLink(tx, {
      userId: user.id,
      email: user.email,
      purpose: 'reset_password',
    });
    await enqueueAccountMail(tx, 'reset-link', linkId);
  });
}

/**
 * Follows a reset link: mails the temporary password, once. The same link again within its life answers the same
 * and sends nothing. Throws `invalid_link`.
 */
export async function resetPassword(
  { database, keys }: ResetDependencies,
  clientInfo: ClientInfo,
  path: { uid: string; token: string },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const link = await findAccountLink(tx, keys, { ...path, purpose: 'reset_password' });
    const username = link && (await usernameAt(tx, link.user_id, link.email));
    if (!link || !username) throw new AppError('invalid_link', accountMessages.resetLinkInvalid);
    const isFirstTime = await tx.$executeRaw`
      UPDATE account_links SET used_at = now() WHERE id = ${link.id}::uuid AND used_at IS NULL`;
    if (isFirstTime === 0) return;
    await enqueueAccountMail(tx, 'temporary-password', link.id);
    await recordAccountEvent(tx, clientInfo, {
      action: 'password_reset',
      userId: link.user_id,
      username,
      message: `${username} followed a password reset link and was sent a temporary password.`,
    });
  });
}

/**
 * The name of the active account that still has the address. Nobody deletes it until the transaction ends: rows of
 * users are locked first, and the record of the event would lock it anyway.
 */
async function usernameAt(tx: Transaction, userId: string, email: string): Promise<string | undefined> {
  const [user] = await tx.$queryRaw<{ username: string }[]>`
    SELECT username FROM users WHERE id = ${userId}::uuid AND email = ${email} AND is_active FOR KEY SHARE`;
  return user?.username;
}
