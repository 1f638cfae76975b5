import type { Person } from 'contract/friends/friends.ts';
import { friendLimits } from 'contract/friends/friends.constants.ts';
import { settleFriendRequest } from '#domain/notifications/notifications.ts';
import { AppError, notFound } from '#errors.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import { type FriendCaller, friendshipOf, lockPair } from './friend-pairs.ts';
import { sortByUsername } from './relations.ts';

/** Also ends the friendship and pending requests. To the other user this looks like a removal and a rejection. */
export async function blockUser(
  { database }: HasDatabase,
  { user }: FriendCaller,
  blockedId: string,
): Promise<void> {
  if (blockedId === user.id) throw new AppError('conflict', 'You cannot block yourself.');
  await database.prisma.$transaction(async (tx) => {
    await lockPair(tx, user.id, blockedId);
    const others = await tx.block.count({ where: { blocker_id: user.id, blocked_id: { not: blockedId } } });
    if (others >= friendLimits.blocks) {
      throw new AppError('forbidden', `You have blocked ${friendLimits.blocks} users. Unblock one first.`);
    }
    await tx.friendship.deleteMany({ where: friendshipOf(user.id, blockedId) });
    const received = { from_user_id: blockedId, to_user_id: user.id, status: 'pending' };
    const rejection = { status: 'rejected', answered_at: await readClock(tx) };
    await tx.friendRequest.updateMany({ where: received, data: rejection });
    const sent = { from_user_id: user.id, to_user_id: blockedId, status: 'pending' };
    await tx.friendRequest.deleteMany({ where: sent });
    await settleFriendRequest(tx, { recipientId: user.id, requesterId: blockedId });
    await settleFriendRequest(tx, { recipientId: blockedId, requesterId: user.id });
    const block = { blocker_id: user.id, blocked_id: blockedId };
    await tx.block.createMany({ data: block, skipDuplicates: true });
  });
}

export async function unblockUser(
  { database }: HasDatabase,
  { user }: FriendCaller,
  blockedId: string,
): Promise<void> {
  const where = { blocker_id: user.id, blocked_id: blockedId };
  const { count } = await database.prisma.block.deleteMany({ where });
  if (count === 0) throw notFound();
}

export async function listBlocks({ database }: HasDatabase, { user }: FriendCaller): Promise<Person[]> {
  const blocks = await database.prisma.block.findMany({
    where: { blocker_id: user.id },
    include: { blocked: { select: { id: true, username: true, user_image: true } } },
  });
  return sortByUsername(blocks.map(({ blocked }) => blocked));
}
