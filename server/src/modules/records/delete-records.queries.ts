import { Prisma } from '#generated/prisma/client.ts';
import type { Transaction } from '#platform/database/database.ts';

export const recordTables = ['ip_records', 'log_records'] as const;
export type RecordTable = (typeof recordTables)[number];

/** Deletes those of the records that are there, and resolves with their ids. */
export async function deleteRecordRows(
  tx: Transaction,
  table: RecordTable,
  ids: string[],
): Promise<string[]> {
  if (table === 'ip_records') await lockCounters(tx, ids);
  const records = Prisma.raw(table);
  const rows = await tx.$queryRaw<{ id: string }[]>`
    DELETE FROM ${records}
    WHERE id IN (SELECT id FROM ${records} WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE) RETURNING id`;
  return rows.map(({ id }) => id);
}

/**
 * The counters of `user_storage` go down by a trigger; their rows are locked before the records', as everyone does,
 * or two could wait for one another.
 */
async function lockCounters(tx: Transaction, ids: string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT FROM user_storage
    WHERE user_id IN (SELECT user_id FROM ip_records WHERE id = ANY (${ids}::uuid[]))
    ORDER BY user_id FOR NO KEY UPDATE`;
}
