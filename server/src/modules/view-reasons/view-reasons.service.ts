import { viewReasonLimits } from 'contract/view-reasons/view-reasons.constants.ts';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { lockActorAndTarget } from '#domain/accounts/permissions.ts';
import { readClock, secondsAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase } from '#platform/database/database.ts';

/** Replaces the agent's earlier reason for this user. Resolves to its end. */
export async function createViewReason(
  { database }: HasDatabase,
  actor: Actor,
  userId: string,
  reason: string,
): Promise<Date> {
  return database.prisma.$transaction(async (tx) => {
    const { target } = await lockActorAndTarget(tx, actor.caller, userId);
    const expires_at = secondsAfter(await readClock(tx), viewReasonLimits.minutes * 60);
    const key = { agent_id: actor.caller.user.id, user_id: userId };
    await tx.viewReason.upsert({
      where: { agent_id_user_id: key },
      create: { ...key, reason, expires_at },
      update: { reason, expires_at },
    });
    await recordStaffEvent(tx, actor, {
      action: 'createViewReason',
      userId,
      message: `stated a reason to view ${target.username}.`,
      details: { username: target.username, reason },
    });
    return expires_at;
  });
}
