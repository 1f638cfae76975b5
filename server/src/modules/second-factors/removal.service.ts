import { userMessages } from 'contract/users/users.constants.ts';
import { createAccountLink, lockLinkUser } from '#auth/links/account-links.ts';
import { type ClientInfo, recordStaffEvent } from '#audit/audit.ts';
import { removeSomeFactors, removeFactors } from '#auth/second-factor/factors.ts';
import { revokeSessions } from '#auth/sessions/sessions.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import type { Dependencies } from '#dependencies.ts';
import { enqueueAccountMail } from '#domain/mail/account-mail.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { AppError } from '#errors.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { selectNameHolders } from '#domain/accounts/accounts.queries.ts';
import { lockManagedUser } from '#domain/accounts/permissions.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import type { Database, HasDatabase, Transaction } from '#platform/database/database.ts';
import { StartError } from '#platform/process/start-error.ts';

/**
 * Removes a factor that an attacker added and the recovery codes created since then, ends the account's sessions and
 * emails a reset link. The link is outside the mail budgets, because no stranger can request it. Works once per link,
 * even if the factor was already removed.
 */
export async function disownSecondFactor(
  { database, keys }: Pick<Dependencies, 'database' | 'keys'>,
  clientInfo: ClientInfo,
  path: { uid: string; token: string },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const { undoLinkInvalid } = userMessages;
    const linkQuery = { ...path, purpose: 'not_me' } as const;
    const { link, user } = await lockLinkUser(tx, keys, linkQuery, undoLinkInvalid);
    const { count } = await tx.accountLink.updateMany({
      where: { id: link.id, used_at: null },
      data: { used_at: await readClock(tx) },
    });
    if (count === 0) throw new AppError('invalid_link', undoLinkInvalid);
    const { id: userId, username, email } = user;
    const { second_factor_id: id } = link;
    const factor = id === null ? null : await tx.secondFactor.findUnique({ where: { id } });
    if (factor) {
      await removeSomeFactors(tx, userId, { id: factor.id });
      const newerCodes = { user_id: userId, created_at: { gt: factor.created_at } };
      await tx.recoveryCode.deleteMany({ where: newerCodes });
    }
    await revokeSessions(tx, userId);
    if (user.is_active) {
      const linkId = await createAccountLink(tx, { userId, email, purpose: 'reset_password' });
      await enqueueAccountMail(tx, 'reset-link', linkId);
    }
    await recordStaffEvent(
      tx,
      { caller: { user }, clientInfo },
      {
        action: 'disownSecondFactor',
        userId,
        message: 'disowned a second factor, and all sessions ended.',
        details: { username, method: factor?.method ?? null },
      },
    );
    await notify(tx, userId, { kind: 'account_change', change: 'second_factor_changed' });
  });
}

export async function resetSecondFactor(
  { database }: HasDatabase,
  actor: Actor,
  userId: string,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const target = await lockManagedUser(tx, actor.caller, userId, 'You may not manage this user.');
    await reset(tx, actor, target);
  });
}

/** Called from the terminal. Rejects with a one-line `StartError`. */
export async function resetSecondFactorByOperator({ prisma }: Database, username: string): Promise<void> {
  await prisma.$transaction(async (tx) => {
    const [holder] = await selectNameHolders(tx, username, null);
    const [user] = holder ? await lockUsers(tx, holder.id) : [];
    if (!user) throw new StartError(`There is no user ${username}.`);
    await reset(tx, null, user);
  });
}

async function reset(
  tx: Transaction,
  actor: Actor | null,
  { id, username, email }: UserModel,
): Promise<void> {
  await removeFactors(tx, id);
  await recordStaffEvent(tx, actor, {
    action: 'resetSecondFactor',
    userId: id,
    message: `reset the second factors of ${username}.`,
    details: { username },
  });
  await enqueueSecurityMail(tx, 'second-factor-reset', email);
  await notify(tx, id, { kind: 'account_change', change: 'second_factor_reset' });
}
