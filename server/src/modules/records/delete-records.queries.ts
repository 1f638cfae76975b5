import type { Transaction } from '#platform/database.ts';

/**
 * Deletes those of the records that are there, and resolves with their ids. The counters of `user_storage` go down
 * by a trigger; their rows are locked before the records', as everyone does, or two could wait for one another.
 */
export async function deleteIpRecordRows(tx: Transaction, ids: string[]): Promise<string[]> {
  await tx.$queryRaw`
    SELECT FROM user_storage
    WHERE user_id IN (SELECT user_id FROM ip_records WHERE id = ANY (${ids}::uuid[]))
    ORDER BY user_id FOR NO KEY UPDATE`;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    DELETE FROM ip_records
    WHERE id IN (SELECT id FROM ip_records WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE) RETURNING id`;
  return rows.map(({ id }) => id);
}

export async function deleteLogRecordRows(tx: Transaction, ids: string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    DELETE FROM log_records
    WHERE id IN (SELECT id FROM log_records WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE) RETURNING id`;
  return rows.map(({ id }) => id);
}
