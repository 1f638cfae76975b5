import type { FriendRequest } from 'contract/friends.ts';
import { friendLimits } from 'contract/friends.constants.ts';
import { AppError, notFound } from '#errors.ts';
import type { Database } from '#platform/database/database.ts';
import { type Answer, answerRequest } from './answers.ts';
import { listRelations, type Relations } from './friends.queries.ts';
import { type FriendCaller, holdPair, holdPairOfRequest } from './pairs.ts';

interface FriendsDependencies {
  database: Database;
}

/** Throws `not_found` unless the request was sent to the caller. */
export async function refuseForeignRequest(
  { database }: FriendsDependencies,
  { user }: FriendCaller,
  requestId: string,
): Promise<void> {
  const own = await database.prisma.friendRequest.count({ where: { id: requestId, to_user_id: user.id } });
  if (own === 0) throw notFound();
}

/** By the recipient, once. Throws `not_found` for anyone else's or none, `conflict` where it is answered. */
export async function respondFriendRequest(
  { database }: FriendsDependencies,
  { user }: FriendCaller,
  requestId: string,
  answer: Answer,
): Promise<FriendRequest> {
  return database.prisma.$transaction(async (tx) => {
    if (!(await holdPairOfRequest(tx, requestId, { recipient: user.id }))) throw notFound();
    const answered = await answerRequest(tx, user, requestId, answer);
    if (answered) return answered;
    // Whoever had sent it may have deleted it while this waited.
    const isThere = await tx.friendRequest.count({ where: { id: requestId } });
    throw isThere ? new AppError('conflict', 'This friend request has been answered already.') : notFound();
  });
}

export async function listFriendRequests(
  { database }: FriendsDependencies,
  caller: FriendCaller,
): Promise<Relations> {
  return listRelations(database, caller);
}

/** By who sent it, whatever became of it; a friendship stays. Throws `not_found` for anyone else's or none. */
export async function deleteFriendRequest(
  { database }: FriendsDependencies,
  { user }: FriendCaller,
  requestId: string,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    if (!(await holdPairOfRequest(tx, requestId, { sender: user.id }))) throw notFound();
    const { count } = await tx.friendRequest.deleteMany({ where: { id: requestId, from_user_id: user.id } });
    if (count === 0) throw notFound();
  });
}

/** Throws `not_found` where the two are not friends. */
export async function removeFriend(
  { database }: FriendsDependencies,
  { user }: FriendCaller,
  friendId: string,
): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    if (!(await holdPair(tx, [user.id, friendId]))) throw notFound();
    const removed = await tx.$executeRaw`
      DELETE FROM friendships
      WHERE low_user_id = least(${user.id}::uuid, ${friendId}::uuid)
        AND high_user_id = greatest(${user.id}::uuid, ${friendId}::uuid)`;
    if (removed === 0) throw notFound();
  });
}

/** The job: what no longer counts against the requests of an hour. May run anywhere, at any time, more than once. */
export async function cleanUpFriends({ database }: FriendsDependencies): Promise<void> {
  await database.prisma.$executeRaw`
    DELETE FROM friend_request_uses
    WHERE created_at < now() - ${friendLimits.requestHourSeconds} * interval '1 second'`;
}
