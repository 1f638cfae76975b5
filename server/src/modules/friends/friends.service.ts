import { FriendRequest, type Person } from 'contract/friends/friends.ts';
import { friendLimits } from 'contract/friends/friends.constants.ts';
import { messages } from 'contract/texts.ts';
import { v7 as uuidv7 } from 'uuid';
import { addBlock } from '#domain/accounts/blocks.ts';
import { friendshipOf } from '#domain/accounts/friendships.ts';
import { unlinkFriends } from '#domain/followed-loans/loan-links.ts';
import { removeRequestNotification, notify } from '#domain/notifications/notifications.ts';
import { AppError, notFound, tooManyRequests } from '#errors.ts';
import { readClock, secondsAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase, Database, Transaction } from '#platform/database/database.ts';
import { isSuspendedAt } from '#auth/credentials/suspension.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import type { Dependencies } from '#dependencies.ts';
import { assertStorageAvailable } from '#domain/storage/storage-usage.ts';
import {
  bothUsers,
  decideRequest,
  type Decision,
  type FriendCaller,
  lockPair,
  toFriendRequest,
} from './friend-pairs.ts';
import { type Relation, selectRelations } from './friends.queries.ts';

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
      { name: 'friend_requests', max: requestsPerHour, windowSeconds: friendLimits.requestHourSeconds },
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

export async function assertOwnRequest({ database }: HasDatabase, { user }: FriendCaller, requestId: string) {
  const where = { id: requestId, to_user_id: user.id, from_user: { deletion_asked_at: null } };
  const own = await database.prisma.friendRequest.count({ where });
  if (own === 0) throw notFound();
}

/** Of the caller, sent or received. */
export async function readFriendRequest({ database }: HasDatabase, { user }: FriendCaller, id: string) {
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

/** Deletes a request of the caller, in any state and to any user. A friendship remains. */
export async function deleteFriendRequest(
  { database }: HasDatabase,
  { user }: FriendCaller,
  requestId: string,
): Promise<void> {
  const where = { id: requestId, from_user_id: user.id };
  await database.prisma.$transaction(async (tx) => {
    const request = await tx.friendRequest.findUniqueOrThrow({ where });
    await lockUsers(tx, user.id, request.to_user_id);
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

export async function removeFriend({ database }: HasDatabase, { user }: FriendCaller, friendId: string) {
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
export async function blockUser({ database }: HasDatabase, { user }: FriendCaller, blockedId: string) {
  if (blockedId === user.id) throw new AppError('conflict', 'You cannot block yourself.');
  await database.prisma.$transaction(async (tx) => {
    await lockPair(tx, user.id, blockedId);
    await addBlock(tx, user.id, blockedId);
  });
}

export async function unblockUser({ database }: HasDatabase, { user }: FriendCaller, blockedId: string) {
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

/** The latest requests first, friends by username. Includes deactivated users, so that every relation can be ended. */
export async function listRelations(database: Database, { user }: FriendCaller) {
  const relations = {
    received_requests: [] as FriendRequest[],
    sent_requests: [] as FriendRequest[],
    friends: [] as Person[],
  };
  for (const row of await selectRelations(database, user.id)) {
    const other = { id: row.user_id, username: row.username };
    if (row.list === 'friends') relations.friends.push({ ...other, user_image: row.user_image });
    else if (row.list === 'received') relations.received_requests.push(toRequest(row, other, user));
    else relations.sent_requests.push(toRequest(row, user, other));
  }
  relations.received_requests.sort(byLatest);
  relations.sent_requests.sort(byLatest);
  return { ...relations, friends: sortByUsername(relations.friends) };
}

/** In any letter case, like the lists of staff. */
function sortByUsername(people: Person[]): Person[] {
  const named = people.map((person) => ({ name: person.username.toLowerCase(), person }));
  return named.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ person }) => person);
}

function toRequest(
  { request_id, status, sent_at }: Relation,
  from: FriendCaller['user'],
  to: FriendCaller['user'],
): FriendRequest {
  return {
    id: request_id ?? '',
    from_user: from.username,
    to_user: to.username,
    from_user_id: from.id,
    to_user_id: to.id,
    status: FriendRequest.shape.status.parse(status),
    timestamp: new Date(Math.round((sent_at ?? 0) * 1000)).toISOString(),
  };
}

/** RFC 3339 timestamps sort as text. Ids order requests of the same millisecond. */
function byLatest(a: FriendRequest, b: FriendRequest): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}
