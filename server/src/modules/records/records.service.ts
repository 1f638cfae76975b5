import type { Dependencies } from '#dependencies.ts';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { deleteInBatches, type HasDatabase } from '#platform/database/database.ts';
import {
  deleteIpRecordRows,
  deleteLogRecordRows,
  deleteOldestIpRecords,
  deleteOldestLogRecords,
  foldTotals,
} from './records.queries.ts';

const deletions = {
  ip: { action: 'ip_records_delete', deleteRows: deleteIpRecordRows, name: 'IP' },
  log: { action: 'log_records_delete', deleteRows: deleteLogRecordRows, name: 'log' },
} as const;

/** Resolves to the number of rows. The audit trail records who deleted which rows. */
export async function deleteRecords(
  { database }: HasDatabase,
  actor: Actor,
  kind: keyof typeof deletions,
  ids: string[],
): Promise<number> {
  const { action, deleteRows, name } = deletions[kind];
  return database.prisma.$transaction(async (tx) => {
    const deleted = (await deleteRows(tx, ids)).map(({ id }) => id);
    await recordStaffEvent(tx, actor, {
      action,
      did: `deleted ${deleted.length} ${name} ${deleted.length === 1 ? 'record' : 'records'}.`,
      details: { ids: deleted },
    });
    return deleted.length;
  });
}

export type RetentionDependencies = Pick<Dependencies, 'database' | 'settings'>;

/** An idempotent job: deletes the records whose retention has ended. */
export async function deleteOldRecords({ database, settings }: RetentionDependencies): Promise<void> {
  const { record_retention_days } = settings.current();
  for (const deleteOldest of [deleteOldestIpRecords, deleteOldestLogRecords]) {
    await deleteInBatches((rows) => deleteOldest(database, record_retention_days, rows));
  }
}

/** A job: folds the increments of each list's total into one row. */
export async function foldListTotals({ database }: HasDatabase): Promise<void> {
  await foldTotals(database);
}
