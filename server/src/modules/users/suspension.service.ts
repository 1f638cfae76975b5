import { suspensionMessages } from 'contract/users/suspension.constants.ts';
import type { SuspendUserBody } from 'contract/users/suspension.ts';
import { utcMoment } from 'contract/utc-moment.ts';
import type { z } from 'zod';
import { recordStaffEvent } from '#audit/audit.ts';
import { isSuspendedAt } from '#auth/credentials/suspension.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { assertNotLastSuperuser, lockManagedUser } from '#domain/accounts/permissions.ts';
import { suspendAccount } from '#domain/accounts/suspension.ts';
import { unlinkUser } from '#domain/followed-loans/loan-links.ts';
import { AppError, notFound } from '#errors.ts';
import { selectUser, type UserRow } from './users.queries.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Database, HasDatabase } from '#platform/database/database.ts';

/** The fields that an act has changed. */
interface SuspendedUser {
  msg: string;
  user: Pick<UserRow, 'id' | 'account_status' | 'suspended_until' | 'suspension_reason'>;
}

export async function suspendUser(
  { database }: HasDatabase,
  actor: Actor,
  id: string,
  { reason, ends_at }: z.output<typeof SuspendUserBody>,
): Promise<SuspendedUser> {
  const { caller } = actor;
  if (id === caller.user.id) throw new AppError('forbidden', suspensionMessages.self);
  const username = await database.prisma.$transaction(async (tx) => {
    await assertNotLastSuperuser(tx, caller, id);
    const target = await lockManagedUser(tx, caller, id, 'You may not suspend this user.');
    await suspendAccount(tx, actor, target, { reason, ends_at });
    return target.username;
  });
  return {
    msg: `${username} is suspended until ${utcMoment(ends_at)}.`,
    user: await readSuspension(database, id),
  };
}

export async function endSuspension({ database }: HasDatabase, actor: Actor, id: string, reason: string) {
  const { caller } = actor;
  const username = await database.prisma.$transaction(async (tx) => {
    const target = await lockManagedUser(tx, caller, id, 'You may not end the suspension of this user.');
    if (!isSuspendedAt(target, await readClock(tx)))
      throw new AppError('conflict', suspensionMessages.notSuspended);
    await tx.user.update({ where: { id }, data: { suspended_until: null, suspension_reason: null } });
    // Invitations that were sent meanwhile lead nowhere.
    await unlinkUser(tx, id);
    await recordStaffEvent(tx, actor, {
      action: 'endSuspension',
      userId: id,
      message: `ended the suspension of ${target.username}.`,
      details: { username: target.username, reason },
    });
    return target.username;
  });
  return { msg: `The suspension of ${username} has ended.`, user: await readSuspension(database, id) };
}

async function readSuspension(database: Database, id: string): Promise<SuspendedUser['user']> {
  const [user] = await selectUser(database, id);
  if (!user) throw notFound();
  const { account_status, suspended_until, suspension_reason } = user;
  return { id, account_status, suspended_until, suspension_reason };
}
