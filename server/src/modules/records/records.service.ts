import { count } from 'contract/counts.ts';
import type { RecordKind } from 'contract/records/records.ts';
import type { Dependencies } from '#dependencies.ts';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { deleteInBatches, type HasDatabase } from '#platform/database/database.ts';
import {
  deleteIpRecordRows,
  deleteLogRecordRows,
  deleteOldestIpRecords,
  deleteOldestLogRecords,
} from './records.queries.ts';

export const deletionsOf = {
  ip: { action: 'ip_records_delete' as const, deleteRows: deleteIpRecordRows, name: 'IP' },
  log: { action: 'log_records_delete' as const, deleteRows: deleteLogRecordRows, name: 'log' },
} satisfies Record<RecordKind, object>;

/** Resolves to the number of rows. The audit trail records who deleted which rows. */
export async function deleteRecords(
  { database }: HasDatabase,
  actor: Actor,
  kind: RecordKind,
  ids: string[],
): Promise<number> {
  const { action, deleteRows, name } = deletionsOf[kind];
  return database.prisma.$transaction(async (tx) => {
    const deleted = (await deleteRows(tx, ids)).map(({ id }) => id);
    await recordStaffEvent(tx, actor, {
      action,
      message: `deleted ${count(deleted.length, `${name} record`)}.`,
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
