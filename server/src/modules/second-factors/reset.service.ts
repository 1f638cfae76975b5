import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { removeFactors } from '#auth/second-factor/factors.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import { selectNameHolders } from '#domain/accounts/accounts.queries.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { lockManaged } from '#domain/accounts/permissions.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import type { Database, HasDatabase, Transaction } from '#platform/database/database.ts';
import { StartError } from '#platform/process/start-error.ts';

export async function resetSecondFactor(
  { database }: HasDatabase,
  actor: Actor,
  userId: string,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const target = await lockManaged(tx, actor.caller, userId, 'You may not manage this user.');
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
    did: `reset the second factors of ${username}.`,
    details: { username },
  });
  await enqueueSecurityMail(tx, 'second-factor-reset', email);
  await notify(tx, id, { kind: 'account_change', change: 'second_factor_reset' });
}
