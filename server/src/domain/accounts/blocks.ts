import { friendLimits } from 'contract/friends/friends.constants.ts';
import { unlinkFriends } from '#domain/followed-loans/loan-links.ts';
import { removeRequestNotification } from '#domain/notifications/notifications.ts';
import { AppError } from '#errors.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import { friendshipOf } from './friendships.ts';

/** Also ends the friendship and pending requests. Call it with both users locked. Throws `forbidden` beyond the limit. */
export async function addBlock(tx: Transaction, blockerId: string, blockedId: string): Promise<void> {
  const others = await tx.block.count({ where: { blocker_id: blockerId, blocked_id: { not: blockedId } } });
  if (others >= friendLimits.blocks) {
    throw new AppError('forbidden', `You have blocked ${friendLimits.blocks} users. Unblock one first.`);
  }
  await unlinkFriends(tx, blockerId, blockedId);
  await tx.friendship.deleteMany({ where: friendshipOf(blockerId, blockedId) });
  const received = { from_user_id: blockedId, to_user_id: blockerId, status: 'pending' };
  const rejection = { status: 'rejected', answered_at: await readClock(tx) };
  await tx.friendRequest.updateMany({ where: received, data: rejection });
  const sent = { from_user_id: blockerId, to_user_id: blockedId, status: 'pending' };
  await tx.friendRequest.deleteMany({ where: sent });
  await removeRequestNotification(tx, { recipientId: blockerId, requesterId: blockedId });
  await removeRequestNotification(tx, { recipientId: blockedId, requesterId: blockerId });
  const block = { blocker_id: blockerId, blocked_id: blockedId };
  await tx.block.createMany({ data: block, skipDuplicates: true });
}
