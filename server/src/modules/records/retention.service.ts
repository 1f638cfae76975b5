import type { Database } from '#platform/database/database.ts';
import { deleteOldestIpRecords, deleteOldestLogRecords, foldTotals } from './records.queries.ts';

/** Rows deleted in one statement: short enough that nobody who waits for one of them notices. */
const batchRows = 1_000;

export interface RetentionDependencies {
  database: Database;
  /** How long IP and log records are kept. */
  retentionDays: number;
}

/** The job: deletes the records whose time is over. May run anywhere, at any time, more than once. */
export async function deleteOldRecords({ database, retentionDays }: RetentionDependencies): Promise<void> {
  for (const deleteOldest of [deleteOldestIpRecords, deleteOldestLogRecords]) {
    let deleted: unknown[];
    do deleted = await deleteOldest(database, retentionDays, batchRows);
    while (deleted.length > 0);
  }
}

/** The job: folds what writers added to each list into one row. */
export async function foldListTotals({ database }: { database: Database }): Promise<void> {
  await foldTotals(database);
}
