import { suspensionLimits, suspensionMessages } from 'contract/users/suspension.constants.ts';
import type { SuspendUserBody } from 'contract/users/suspension.ts';
import { utcMoment } from 'contract/utc-moment.ts';
import type { z } from 'zod';
import { recordStaffEvent } from '#audit/audit.ts';
import { isSuspendedAt } from '#auth/credentials/suspension.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { revokeSessions } from '#auth/sessions/sessions.ts';
import { assertNotLastSuperuser, lockManagedUser } from '#domain/accounts/permissions.ts';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import { refuseEnd } from '#domain/refuse-end.ts';
import { AppError } from '#errors.ts';
import { getUser } from './users.service.ts';
import type { UserRow } from './users.queries.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase } from '#platform/database/database.ts';

interface ChangedUser {
  msg: string;
  user: UserRow;
}

/** Replaces an earlier suspension. Ends all sessions of the user. */
export async function suspendUser(
  { database }: HasDatabase,
  actor: Actor,
  id: string,
  { reason, ends_at }: z.output<typeof SuspendUserBody>,
): Promise<ChangedUser> {
  const { caller } = actor;
  if (id === caller.user.id) throw new AppError('forbidden', suspensionMessages.self);
  const username = await database.prisma.$transaction(async (tx) => {
    await assertNotLastSuperuser(tx, caller, id);
    const target = await lockManagedUser(tx, caller, id, 'You may not suspend this user.');
    refuseEnd(ends_at, await readClock(tx), suspensionLimits);
    await tx.user.update({ where: { id }, data: { suspended_until: ends_at, suspension_reason: reason } });
    await revokeSessions(tx, id);
    const until = utcMoment(ends_at);
    await recordStaffEvent(tx, actor, {
      action: 'suspendUser',
      userId: id,
      message: `suspended ${target.username} until ${until}.`,
      details: { username: target.username, reason, ends_at },
    });
    if (target.email_verified_at) {
      await enqueueSecurityMail(tx, 'account-suspended', target.email, `until ${until}. Reason: ${reason}`);
    }
    return target.username;
  });
  return {
    msg: `${username} is suspended until ${utcMoment(ends_at)}.`,
    user: await getUser({ database }, caller, id),
  };
}

export async function endSuspension(
  { database }: HasDatabase,
  actor: Actor,
  id: string,
  reason: string,
): Promise<ChangedUser> {
  const { caller } = actor;
  const username = await database.prisma.$transaction(async (tx) => {
    const target = await lockManagedUser(tx, caller, id, 'You may not end the suspension of this user.');
    if (!isSuspendedAt(target, await readClock(tx)))
      throw new AppError('conflict', suspensionMessages.notSuspended);
    await tx.user.update({ where: { id }, data: { suspended_until: null, suspension_reason: null } });
    await recordStaffEvent(tx, actor, {
      action: 'endSuspension',
      userId: id,
      message: `ended the suspension of ${target.username}.`,
      details: { username: target.username, reason },
    });
    return target.username;
  });
  return { msg: `The suspension of ${username} has ended.`, user: await getUser({ database }, caller, id) };
}
