import type { Dependencies } from '#dependencies.ts';
import { findAccountLink } from '#auth/links/account-links.ts';
import { enqueueAccountMail, mailAccountLink } from '#domain/mail/account-mail.ts';
import { type MailBudgetDependencies, takeFromMailBudget } from '#domain/mail/mail-budget.ts';
import { type ClientInfo, recordAccountEvent } from '#audit/audit.ts';
import { AppError } from '#errors.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import { lockUserAgainstDeletion } from '#auth/credentials/users.queries.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { lockByEmailAgainstDeletion } from './accounts.queries.ts';

type ResetDependencies = Pick<Dependencies, 'database' | 'keys'>;

interface PasswordResetJob {
  email: string;
  clientInfo: ClientInfo;
}

export const passwordResetTask = 'send_reset_link';

/** A job finds the account, so that the response time does not reveal whether the account exists. */
export async function requestPasswordReset(
  { database }: HasDatabase,
  clientInfo: ClientInfo,
  { email }: { email: string },
): Promise<void> {
  const job: PasswordResetJob = { email, clientInfo };
  await enqueueJob(database.prisma, passwordResetTask, job);
}

/** A job. Earlier links remain valid. */
export async function sendResetLink(deps: ResetDependencies & MailBudgetDependencies, job: PasswordResetJob) {
  await deps.database.prisma.$transaction(async (tx) => {
    const [user] = await lockByEmailAgainstDeletion(tx, job.email);
    await recordAccountEvent(tx, job.clientInfo, {
      action: 'password_reset_request',
      user: user ?? null,
      // Anyone who knows the email address can request a reset.
      actorId: null,
      message: user
        ? `A password reset was requested for ${user.username}.`
        : 'A password reset was requested for an unknown email address.',
    });
    if (!user?.is_active) return;
    const { id: userId, email } = user;
    if (await takeFromMailBudget(tx, deps, 'reset', email, job.clientInfo))
      await mailAccountLink(tx, 'reset-link', { userId, email });
  });
}

/** Emails the temporary password once. Using the link again gives the same response. */
export async function resetPassword(
  { database, keys }: ResetDependencies,
  clientInfo: ClientInfo,
  path: { uid: string; token: string },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const link = await findAccountLink(tx, keys, { ...path, purpose: 'reset_password' });
    const [locked] = link ? await lockUserAgainstDeletion(tx, link.user_id) : [];
    const user = locked && (await tx.user.findUnique({ where: { id: locked.id } }));
    if (!link || !user?.is_active || user.email !== link.email) {
      throw new AppError('invalid_link');
    }
    const data = { used_at: await readClock(tx) };
    const { count } = await tx.accountLink.updateMany({ where: { id: link.id, used_at: null }, data });
    if (count === 0) return;
    await enqueueAccountMail(tx, 'temporary-password', link.id);
    await recordAccountEvent(tx, clientInfo, {
      action: 'password_reset',
      user,
      message: `${user.username} followed a password reset link and was sent a temporary password.`,
    });
  });
}
