import { userMessages } from 'contract/users/users.constants.ts';
import { createAccountLink, findAccountLink } from '#auth/links/account-links.ts';
import { type ClientInfo, recordStaffEvent } from '#audit/audit.ts';
import { removeSomeFactors } from '#auth/second-factor/factors.ts';
import { revokeSessions } from '#auth/sessions/sessions.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import type { Dependencies } from '#dependencies.ts';
import { enqueueAccountMail } from '#domain/mail/account-mail.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { AppError } from '#errors.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';

/**
 * Removes a factor that a thief added, with the recovery codes made since, ends the account's sessions and emails a
 * reset link. The link is outside the mail budgets, because no stranger can request it. Works once per link, even if
 * the factor was already removed.
 */
export async function disownSecondFactor(
  { database, keys }: Pick<Dependencies, 'database' | 'keys'>,
  clientInfo: ClientInfo,
  path: { uid: string; token: string },
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const link = await findAccountLink(tx, keys, { ...path, purpose: 'not_me' });
    const [user] = link ? await lockUsers(tx, link.user_id) : [];
    if (!link || !user) throw invalidLink();
    const { count } = await tx.accountLink.updateMany({
      where: { id: link.id, used_at: null },
      data: { used_at: await readClock(tx) },
    });
    if (count === 0) throw invalidLink();
    const { id: userId, username, email } = user;
    const { second_factor_id: id } = link;
    const factor = id === null ? null : await tx.secondFactor.findUnique({ where: { id } });
    if (factor) {
      await removeSomeFactors(tx, userId, { id: factor.id });
      const madeSince = { user_id: userId, created_at: { gt: factor.created_at } };
      await tx.recoveryCode.deleteMany({ where: madeSince });
    }
    await revokeSessions(tx, userId);
    if (user.is_active) {
      const reset = await createAccountLink(tx, { userId, email, purpose: 'reset_password' });
      await enqueueAccountMail(tx, 'reset-link', reset);
    }
    await recordStaffEvent(
      tx,
      { caller: { user }, clientInfo },
      {
        action: 'disownSecondFactor',
        userId,
        did: 'disowned a second factor, and all sessions ended.',
        details: { username, method: factor?.method ?? null },
      },
    );
    await notify(tx, userId, { kind: 'account_change', change: 'second_factor_changed' });
  });
}

const invalidLink = () => new AppError('invalid_link', userMessages.undoLinkInvalid);
