import { Prisma } from '#generated/prisma/client.ts';
import type { Database } from '#platform/database/database.ts';
import { deleteRecordRows, type RecordTable, recordTables } from './delete-records.queries.ts';

/** Rows deleted in one transaction: short enough that nobody who waits for one of them notices. */
const batchSize = 1_000;

export interface RetentionDependencies {
  database: Database;
  /** How long IP and log records are kept. */
  retentionDays: number;
}

/** The job: deletes the records whose time is over. May run anywhere, at any time, more than once. */
export async function deleteOldRecords({ database, retentionDays }: RetentionDependencies): Promise<void> {
  const deleteBatch = (table: RecordTable) =>
    database.prisma.$transaction(async (tx) => {
      const rows = await tx.$queryRaw<{ id: string }[]>`
        SELECT id FROM ${Prisma.raw(table)} WHERE created_at < now() - ${retentionDays} * interval '1 day'
        ORDER BY created_at, id LIMIT ${batchSize}`;
      const ids = rows.map(({ id }) => id);
      return deleteRecordRows(tx, table, ids);
    });
  for (const table of recordTables) {
    let deleted: string[];
    do deleted = await deleteBatch(table);
    while (deleted.length > 0);
  }
}

/** The job: folds what writers added to each list into one row. In one statement, so no reader sees it half done. */
export async function foldListTotals({ database }: { database: Database }): Promise<void> {
  await database.prisma.$executeRaw`
    WITH folded AS (DELETE FROM list_totals RETURNING list, rows)
    INSERT INTO list_totals (list, rows) SELECT list, sum(rows) FROM folded GROUP BY list`;
}
