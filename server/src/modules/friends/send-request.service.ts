import type { FriendRequest } from 'contract/friends.ts';
import { friendLimits } from 'contract/friends.constants.ts';
import { messages } from 'contract/texts.ts';
import { v7 as uuidv7 } from 'uuid';
import { holdStorageRoom } from '#domain/storage-usage.ts';
import { AppError, notFound } from '#errors.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { answerRequest } from './answers.ts';
import { type FriendCaller, holdPair } from './pairs.ts';

export interface SendDependencies {
  database: Database;
  /** Multiplies the requests that one user may send in an hour. */
  rateLimitScale: number;
}

/**
 * Asks a user to be friends or, where they have asked already, accepts that. Throws `not_found` for whoever cannot be
 * asked (unknown, unverified, deactivated, or one who blocked the caller: the caller is not told which), `conflict`,
 * `too_many_requests`, `storage_limit_reached`, and `forbidden` above the limit of pending requests.
 */
export async function sendFriendRequest(
  { database, rateLimitScale }: SendDependencies,
  { user }: FriendCaller,
  toUserId: string,
): Promise<FriendRequest> {
  if (toUserId === user.id) throw new AppError('conflict', 'You cannot send a friend request to yourself.');
  return database.prisma.$transaction(async (tx) => {
    if (!(await holdPair(tx, [user.id, toUserId]))) throw notFound();
    const requestsPerHour = Math.ceil(friendLimits.requestsPerHour * rateLimitScale);
    const found = await findRecipient(tx, user.id, toUserId, requestsPerHour);
    if (!found) throw notFound();
    if (found.is_blocked) {
      throw new AppError('conflict', 'You have blocked this user. Unblock them first.');
    }
    if (found.is_friend) throw new AppError('conflict', 'You are friends already.');
    if (found.pending_from === user.id) {
      throw new AppError('conflict', 'Your friend request is waiting for an answer already.');
    }
    if (found.pending_id !== null) {
      const accepted = await answerRequest(tx, user, found.pending_id, 'accept');
      if (accepted) return accepted;
    }
    if (found.wait_seconds !== null) throw tooManyRequests(requestsPerHour, found.wait_seconds);
    await holdStorageRoom(tx, user.id);
    if (found.pending_count >= friendLimits.pendingRequests) {
      throw new AppError(
        'forbidden',
        `You have ${friendLimits.pendingRequests} friend requests without an answer. Delete one, or wait for answers.`,
      );
    }
    return insertRequest(tx, user, { id: toUserId, username: found.username });
  });
}

interface Recipient {
  username: string;
  is_blocked: boolean;
  is_friend: boolean;
  /** Of the one pending request between the two, if there is one. */
  pending_id: string | null;
  pending_from: string | null;
  /** Of the caller, to anyone. */
  pending_count: number;
  /** Until the caller may send another one; null for at once. */
  wait_seconds: number | null;
}

/** All that decides, in one statement; undefined for a user who cannot be asked. */
async function findRecipient(
  tx: Transaction,
  callerId: string,
  toUserId: string,
  requestsPerHour: number,
): Promise<Recipient | undefined> {
  const [found] = await tx.$queryRaw<Recipient[]>`
    WITH pair AS (
      SELECT ${callerId}::uuid AS caller, ${toUserId}::uuid AS other,
             least(${callerId}::uuid, ${toUserId}::uuid) AS low, greatest(${callerId}::uuid, ${toUserId}::uuid) AS high,
             ${friendLimits.requestHourSeconds} * interval '1 second' AS an_hour
    )
    SELECT username, pending.id AS pending_id, pending.from_user_id AS pending_from,
           EXISTS (SELECT FROM blocks WHERE blocker_id = caller AND blocked_id = other) AS is_blocked,
           EXISTS (SELECT FROM friendships WHERE low_user_id = low AND high_user_id = high) AS is_friend,
           (SELECT count(*)::int FROM friend_requests WHERE from_user_id = caller AND status = 'pending')
             AS pending_count,
           (SELECT extract(epoch FROM created_at + an_hour - now())::float8
            FROM friend_request_uses WHERE user_id = caller AND created_at > now() - an_hour
            ORDER BY created_at DESC OFFSET ${requestsPerHour - 1} LIMIT 1) AS wait_seconds
    FROM pair JOIN users ON users.id = other
    LEFT JOIN friend_requests AS pending
      ON pending.status = 'pending' AND least(pending.from_user_id, pending.to_user_id) = low
        AND greatest(pending.from_user_id, pending.to_user_id) = high
    WHERE is_active AND email_verified_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM blocks WHERE blocker_id = other AND blocked_id = caller)`;
  return found;
}

async function insertRequest(
  tx: Transaction,
  from: { id: string; username: string },
  to: { id: string; username: string },
): Promise<FriendRequest> {
  const id = uuidv7();
  const [inserted] = await tx.$queryRaw<[{ created_at: Date }]>`
    WITH use AS (INSERT INTO friend_request_uses (id, user_id) VALUES (${id}::uuid, ${from.id}::uuid))
    INSERT INTO friend_requests (id, from_user_id, to_user_id)
    VALUES (${id}::uuid, ${from.id}::uuid, ${to.id}::uuid)
    RETURNING created_at`;
  return {
    id,
    from_user: from.username,
    to_user: to.username,
    from_user_id: from.id,
    to_user_id: to.id,
    status: 'pending',
    timestamp: inserted.created_at.toISOString(),
  };
}

function tooManyRequests(requestsPerHour: number, waitSeconds: number): AppError {
  const msg = `${messages.tooManyRequests}: at most ${requestsPerHour} friend requests an hour.`;
  return new AppError('too_many_requests', msg, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitSeconds)),
  });
}
