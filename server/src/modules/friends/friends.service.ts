import { addBlock } from '#domain/accounts/blocks.ts';
import { friendshipOf } from '#domain/accounts/friendships.ts';
import { unlinkFriends } from '#domain/followed-loans/loan-links.ts';
import { FriendRequest, type Person } from 'contract/friends/friends.ts';
import { friendLimits } from 'contract/friends/friends.constants.ts';
import { removeRequestNotification } from '#domain/notifications/notifications.ts';
import { AppError, notFound } from '#errors.ts';
import { readClock, secondsAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import {
  bothUsers,
  decideRequest,
  type Decision,
  type FriendCaller,
  lockPair,
  toFriendRequest,
} from './friend-pairs.ts';
import { sortByUsername } from './relations.ts';

export async function assertOwnRequest(
  { database }: HasDatabase,
  { user }: FriendCaller,
  requestId: string,
): Promise<void> {
  const own = await database.prisma.friendRequest.count({ where: { id: requestId, to_user_id: user.id } });
  if (own === 0) throw notFound();
}

/** Of the caller, sent or received. */
export async function readFriendRequest(
  { database }: HasDatabase,
  { user }: FriendCaller,
  id: string,
): Promise<FriendRequest> {
  const where = { id, OR: [{ from_user_id: user.id }, { to_user_id: user.id }] };
  const request = await database.prisma.friendRequest.findUniqueOrThrow({ where, include: bothUsers });
  return { ...toFriendRequest(request), status: FriendRequest.shape.status.parse(request.status) };
}

export async function respondFriendRequest(
  { database }: HasDatabase,
  { user }: FriendCaller,
  requestId: string,
  decision: Decision,
): Promise<FriendRequest> {
  return database.prisma.$transaction(async (tx) => {
    const where = { id: requestId, to_user_id: user.id };
    const request = await tx.friendRequest.findUniqueOrThrow({ where });
    await lockPair(tx, user.id, request.from_user_id);
    const decided = await decideRequest(tx, { id: requestId, recipientId: user.id, decision });
    if (decided) return decided;
    const exists = await tx.friendRequest.count({ where });
    throw exists ? new AppError('conflict', 'This friend request has been answered already.') : notFound();
  });
}

/** Deletes a request of the caller, in any state. A friendship remains. */
export async function deleteFriendRequest(
  { database }: HasDatabase,
  { user }: FriendCaller,
  requestId: string,
): Promise<void> {
  const where = { id: requestId, from_user_id: user.id };
  await database.prisma.$transaction(async (tx) => {
    const request = await tx.friendRequest.findUniqueOrThrow({ where });
    await lockPair(tx, user.id, request.to_user_id);
    await tx.friendRequest.delete({ where });
    // A later request of the same sender may be pending.
    const pending = await tx.friendRequest.count({
      where: { from_user_id: user.id, to_user_id: request.to_user_id, status: 'pending' },
    });
    if (pending === 0) {
      await removeRequestNotification(tx, { recipientId: request.to_user_id, requesterId: user.id });
    }
  });
}

export async function removeFriend(
  { database }: HasDatabase,
  { user }: FriendCaller,
  friendId: string,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    await lockPair(tx, user.id, friendId);
    await unlinkFriends(tx, user.id, friendId);
    await tx.friendship.delete({ where: { low_user_id_high_user_id: friendshipOf(user.id, friendId) } });
  });
}

/** An idempotent job: deletes requests that no longer count towards the hourly limit. */
export async function cleanUpFriends({ database }: HasDatabase): Promise<void> {
  const hourAgo = secondsAfter(await readClock(database), -friendLimits.requestHourSeconds);
  await database.prisma.friendRequestUse.deleteMany({ where: { created_at: { lt: hourAgo } } });
}

/** Also ends the friendship and pending requests. To the other user this looks like a removal and a rejection. */
export async function blockUser(
  { database }: HasDatabase,
  { user }: FriendCaller,
  blockedId: string,
): Promise<void> {
  if (blockedId === user.id) throw new AppError('conflict', 'You cannot block yourself.');
  await database.prisma.$transaction(async (tx) => {
    await lockPair(tx, user.id, blockedId);
    await addBlock(tx, user.id, blockedId);
  });
}

export async function unblockUser(
  { database }: HasDatabase,
  { user }: FriendCaller,
  blockedId: string,
): Promise<void> {
  const block = { blocker_id: user.id, blocked_id: blockedId };
  await database.prisma.block.delete({ where: { blocker_id_blocked_id: block } });
}

export async function listBlocks({ database }: HasDatabase, { user }: FriendCaller): Promise<Person[]> {
  const blocks = await database.prisma.block.findMany({
    where: { blocker_id: user.id },
    include: { blocked: { select: { id: true, username: true, user_image: true } } },
  });
  return sortByUsername(blocks.map(({ blocked }) => blocked));
}
