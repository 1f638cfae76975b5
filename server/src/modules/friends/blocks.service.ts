import type { Person } from 'contract/friends.ts';
import { friendLimits } from 'contract/friends.constants.ts';
import { AppError, notFound } from '#errors.ts';
import type { Database } from '#platform/database/database.ts';
import { type FriendCaller, holdPair } from './pairs.ts';

interface BlockDependencies {
  database: Database;
}

/**
 * Blocks a user, and ends the friendship and what is pending between the two. To the blocked it looks as if they were
 * removed as a friend, their request rejected, the one to them deleted. Blocking again changes nothing. Throws
 * `conflict` for oneself, `not_found`, and `forbidden` above the limit of blocks.
 */
export async function blockUser(
  { database }: BlockDependencies,
  { user }: FriendCaller,
  blockedId: string,
): Promise<void> {
  if (blockedId === user.id) throw new AppError('conflict', 'You cannot block yourself.');
  await database.prisma.$transaction(async (tx) => {
    if (!(await holdPair(tx, [user.id, blockedId]))) throw notFound();
    const others = await tx.block.count({ where: { blocker_id: user.id, blocked_id: { not: blockedId } } });
    if (others >= friendLimits.blocks) {
      throw new AppError('forbidden', `You have blocked ${friendLimits.blocks} users. Unblock one first.`);
    }
    await tx.$executeRaw`
      WITH friendship AS (
        DELETE FROM friendships
        WHERE low_user_id = least(${user.id}::uuid, ${blockedId}::uuid)
          AND high_user_id = greatest(${user.id}::uuid, ${blockedId}::uuid)
      ), received AS (
        UPDATE friend_requests SET status = 'rejected', answered_at = now()
        WHERE from_user_id = ${blockedId}::uuid AND to_user_id = ${user.id}::uuid AND status = 'pending'
      ), sent AS (
        DELETE FROM friend_requests
        WHERE from_user_id = ${user.id}::uuid AND to_user_id = ${blockedId}::uuid AND status = 'pending'
      )
      INSERT INTO blocks (blocker_id, blocked_id) VALUES (${user.id}::uuid, ${blockedId}::uuid)
      ON CONFLICT DO NOTHING`;
  });
}

/** Throws `not_found` where there is no such block. */
export async function unblockUser(
  { database }: BlockDependencies,
  { user }: FriendCaller,
  blockedId: string,
): Promise<void> {
  const where = { blocker_id: user.id, blocked_id: blockedId };
  const { count } = await database.prisma.block.deleteMany({ where });
  if (count === 0) throw notFound();
}

/** By username. */
export async function listBlocks({ database }: BlockDependencies, { user }: FriendCaller): Promise<Person[]> {
  return database.prisma.$queryRaw<Person[]>`
    SELECT users.id, username, user_image FROM blocks JOIN users ON users.id = blocked_id
    WHERE blocker_id = ${user.id}::uuid ORDER BY lower(username) COLLATE "C"`;
}
