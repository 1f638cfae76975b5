import type { FriendRequest } from 'contract/friends.ts';
import type { Transaction } from '#platform/database/database.ts';

export type Answer = 'accept' | 'reject';

const statuses = { accept: 'accepted', reject: 'rejected' } as const satisfies Record<Answer, string>;

interface AnsweredRow extends Omit<FriendRequest, 'timestamp'> {
  created_at: Date;
}

/** Answers a pending request of its recipient's; undefined where it is not pending or not theirs. */
export async function answerRequest(
  tx: Transaction,
  recipient: { id: string; username: string },
  requestId: string,
  answer: Answer,
): Promise<FriendRequest | undefined> {
  const [answered] = await tx.$queryRaw<AnsweredRow[]>`
    WITH answered AS (
      UPDATE friend_requests SET status = ${statuses[answer]}, answered_at = now()
      WHERE id = ${requestId}::uuid AND to_user_id = ${recipient.id}::uuid AND status = 'pending'
      RETURNING id, from_user_id, to_user_id, status, created_at
    ), friendship AS (
      INSERT INTO friendships (low_user_id, high_user_id)
      SELECT least(from_user_id, to_user_id), greatest(from_user_id, to_user_id)
      FROM answered WHERE status = 'accepted'
    )
    SELECT answered.*, from_user.username AS from_user, ${recipient.username} AS to_user
    FROM answered JOIN users AS from_user ON from_user.id = from_user_id`;
  if (!answered) return undefined;
  const { created_at, ...request } = answered;
  return { ...request, timestamp: created_at.toISOString() };
}
