import { isSuspendedAt } from '#auth/credentials/suspension.ts';
import { friendshipOf } from '#domain/accounts/friendships.ts';
import type { Dependencies } from '#dependencies.ts';
import type { FriendRequest } from 'contract/friends/friends.ts';
import { friendLimits } from 'contract/friends/friends.constants.ts';
import { messages } from 'contract/texts.ts';
import { v7 as uuidv7 } from 'uuid';
import { notify } from '#domain/notifications/notifications.ts';
import { assertStorageAvailable } from '#domain/storage/storage-usage.ts';
import { AppError, notFound, tooManyRequests } from '#errors.ts';
import { readClock, secondsAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import { bothUsers, decideRequest, type FriendCaller, lockPair, toFriendRequest } from './friend-pairs.ts';

export type SendDependencies = Pick<Dependencies, 'database' | 'settings' | 'rateLimitScale'>;

/**
 * Accepts the other user's request if there is one. A user who is unverified, deactivated or has blocked
 * the caller is treated like an unknown user.
 */
export async function sendFriendRequest(
  deps: SendDependencies,
  { user }: FriendCaller,
  toUserId: string,
): Promise<FriendRequest> {
  if (toUserId === user.id) throw new AppError('conflict', 'You cannot send a friend request to yourself.');
  return deps.database.prisma.$transaction(async (tx) => {
    const recipient = await lockPair(tx, user.id, toUserId);
    const blocks = await tx.block.findMany({
      where: {
        OR: [
          { blocker_id: user.id, blocked_id: toUserId },
          { blocker_id: toUserId, blocked_id: user.id },
        ],
      },
    });
    const isHidden = blocks.some(({ blocker_id }) => blocker_id === toUserId);
    const isSuspended = isSuspendedAt(recipient, await readClock(tx));
    if (!recipient.is_active || isSuspended || !recipient.email_verified_at || isHidden) throw notFound();
    if (blocks.length > 0) {
      throw new AppError('conflict', 'You have blocked this user. Unblock them first.');
    }
    if ((await tx.friendship.count({ where: friendshipOf(user.id, toUserId) })) > 0) {
      throw new AppError('conflict', 'You are friends already.');
    }
    const sent = { from_user_id: user.id, to_user_id: toUserId };
    const received = { from_user_id: toUserId, to_user_id: user.id };
    const pending = await tx.friendRequest.findFirst({ where: { OR: [sent, received], status: 'pending' } });
    if (pending?.from_user_id === user.id) {
      throw new AppError('conflict', 'Your friend request is waiting for an answer already.');
    }
    if (pending) {
      const accepted = await decideRequest(tx, { id: pending.id, recipientId: user.id, decision: 'accept' });
      if (accepted) return accepted;
    }
    await refuseTooMany(tx, deps, user.id);
    const id = uuidv7();
    await tx.friendRequestUse.create({ data: { id, user_id: user.id } });
    const request = await tx.friendRequest.create({ data: { id, ...sent }, include: bothUsers });
    await notify(tx, toUserId, { kind: 'friend_request', by: user });
    return { ...toFriendRequest(request), status: 'pending' };
  });
}

/** The caller's row is locked, so the counts do not change until the transaction ends. */
async function refuseTooMany(
  tx: Transaction,
  { settings, rateLimitScale }: SendDependencies,
  userId: string,
): Promise<void> {
  const requestsPerHour = Math.ceil(friendLimits.requestsPerHour * rateLimitScale);
  const now = await readClock(tx);
  const [oldest] = await tx.friendRequestUse.findMany({
    where: { user_id: userId, created_at: { gt: secondsAfter(now, -friendLimits.requestHourSeconds) } },
    orderBy: { created_at: 'desc' },
    skip: requestsPerHour - 1,
    take: 1,
  });
  if (oldest) {
    const admittedAt = secondsAfter(oldest.created_at, friendLimits.requestHourSeconds);
    throw tooManyRequests(
      (admittedAt.getTime() - now.getTime()) / 1000,
      `${messages.tooManyRequests}: at most ${requestsPerHour} friend requests an hour.`,
    );
  }
  await assertStorageAvailable(tx, settings, await tx.user.findUniqueOrThrow({ where: { id: userId } }));
  const pending = await tx.friendRequest.count({ where: { from_user_id: userId, status: 'pending' } });
  if (pending >= friendLimits.pendingRequests) {
    throw new AppError(
      'forbidden',
      `You have ${friendLimits.pendingRequests} friend requests without an answer. Delete one, or wait for answers.`,
    );
  }
}
