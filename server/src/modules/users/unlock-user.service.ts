import { mayManage } from 'contract/permissions.ts';
import type { Caller } from '#auth/callers.ts';
import { clearGuards } from '#auth/login-guards.ts';
import { lockActorAndTarget } from '#domain/permissions.ts';
import { recordStaffEvent } from '#auth/audit.ts';
import type { ClientInfo } from '#auth/client-info.ts';
import { AppError } from '#errors.ts';
import type { Database } from '#platform/database/database.ts';

/**
 * Clears the failed tries of the account and its devices. Throws `not_found`, `token_not_valid`, and `forbidden` for
 * whom one does not manage.
 */
export async function unlockUser(
  { database }: { database: Database },
  clientInfo: ClientInfo,
  caller: Caller,
  id: string,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const { actor, target } = await lockActorAndTarget(tx, caller, id);
    if (!mayManage(actor, target)) throw new AppError('forbidden', 'You may not unlock this user.');
    await clearGuards(tx, id);
    await recordStaffEvent(tx, clientInfo, {
      action: 'user_unlock',
      actorId: caller.user.id,
      userId: id,
      message: `${caller.user.username} unlocked the account of ${target.username}.`,
      details: { username: target.username },
    });
  });
}
