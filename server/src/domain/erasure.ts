import { lockName } from '#platform/database/advisory-lock.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import { dropFiles } from './user-images.ts';

/**
 * For a transaction that deletes users, before it records their deletion: has their files removed, and empties the
 * details of every event about them. Of those, the audit trail keeps ids and hashes; of the deletion, its details.
 * The caller holds locks for deletion on the users' rows.
 */
export async function eraseUsers(tx: Transaction, userIds: string[]): Promise<void> {
  // One after the other: what lies between users who are deleted at once goes with each of them, in different orders.
  await lockName(tx, 'erasure of users');
  await dropFiles(tx, userIds);
  await tx.auditDetails.deleteMany({ where: { event: { target_id: { in: userIds } } } });
}
