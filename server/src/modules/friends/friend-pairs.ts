import type { FriendRequest } from 'contract/friends/friends.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import { friendshipOf } from '#domain/accounts/friendships.ts';
import { notify, removeRequestNotification } from '#domain/notifications/notifications.ts';
import { notFound } from '#errors.ts';
import type { FriendRequestModel, UserModel } from '#generated/prisma/models.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';

export interface FriendCaller {
  user: { id: string; username: string };
}

/** Serializes changes between two users. Resolves to the other user, who is not found while a deletion of the account waits. */
export async function lockPair(tx: Transaction, callerId: string, otherId: string): Promise<UserModel> {
  const users = await lockUsers(tx, callerId, otherId);
  const other = users.find(({ id }) => id === otherId);
  if (!other || users.length < 2 || other.deletion_asked_at) throw notFound();
  return other;
}

export type Decision = 'accept' | 'reject';

/** Decides a pending request of a locked pair. Undefined if the recipient has no such request. */
export async function decideRequest(
  tx: Transaction,
  { id, recipientId, decision }: { id: string; recipientId: string; decision: Decision },
): Promise<FriendRequest | undefined> {
  const status = decision === 'accept' ? 'accepted' : 'rejected';
  const { count } = await tx.friendRequest.updateMany({
    where: { id, to_user_id: recipientId, status: 'pending' },
    data: { status, answered_at: await readClock(tx) },
  });
  if (count === 0) return undefined;
  const request = await tx.friendRequest.findUniqueOrThrow({ where: { id }, include: bothUsers });
  await removeRequestNotification(tx, { recipientId, requesterId: request.from_user_id });
  if (decision === 'accept') {
    await tx.friendship.create({ data: friendshipOf(request.from_user_id, request.to_user_id) });
    const by = { id: recipientId, username: request.to_user.username };
    await notify(tx, request.from_user_id, { kind: 'friend_accepted', by });
  }
  return { ...toFriendRequest(request), status };
}

export const bothUsers = {
  from_user: { select: { username: true } },
  to_user: { select: { username: true } },
};

type WithNames = FriendRequestModel & Record<keyof typeof bothUsers, { username: string }>;

export function toFriendRequest(request: WithNames): Omit<FriendRequest, 'status'> {
  return {
    id: request.id,
    from_user: request.from_user.username,
    to_user: request.to_user.username,
    from_user_id: request.from_user_id,
    to_user_id: request.to_user_id,
    timestamp: request.created_at.toISOString(),
  };
}
