import type { Transaction } from '#platform/database/database.ts';
import { removeUserFiles } from './user-images.ts';

/**
 * For a transaction that deletes users, before it records their deletion: has their files removed, and empties the
 * details of every event about them. Of those, the audit trail keeps ids and hashes; of the deletion, its details.
 * The caller holds locks for deletion on the users' rows. Whatever else is theirs goes with these.
 */
export async function eraseUsers(tx: Transaction, userIds: string[]): Promise<void> {
  // The rows of `user_storage` that the deletion will need, before the files lock some of them: in the order that is
  // the same everywhere, so that two friends who are deleted at the same time do not wait for one another.
  await tx.$queryRaw`SELECT hold_storage_of_relations(id)::text FROM unnest(${userIds}::uuid[]) AS id ORDER BY id`;
  const owners = await tx.storedFile.findMany({
    where: { user_id: { in: userIds } },
    select: { user_id: true },
    distinct: 'user_id',
    orderBy: { user_id: 'asc' },
  });
  for (const { user_id } of owners) await removeUserFiles(tx, user_id);
  await tx.$executeRaw`
    DELETE FROM audit_details USING audit_events AS event
    WHERE event.id = event_id AND target_id = ANY (${userIds}::uuid[])`;
}
