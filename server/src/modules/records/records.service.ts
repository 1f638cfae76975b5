import { type Actor, recordStaffEvent, type StaffAction } from '#auth/audit.ts';
import type { Database, HasDatabase } from '#platform/database/database.ts';
import type { Settings } from '#settings.ts';
import {
  deleteIpRecordRows,
  deleteLogRecordRows,
  deleteOldestIpRecords,
  deleteOldestLogRecords,
  foldTotals,
} from './records.queries.ts';

/** Resolves to the number of rows. The audit trail keeps who deleted which. */
export async function deleteIpRecords(deps: HasDatabase, actor: Actor, ids: string[]): Promise<number> {
  const deletion = { action: 'ip_records_delete', deleteRows: deleteIpRecordRows, name: 'IP' } as const;
  return deleteRecords(deps, actor, { ids, ...deletion });
}

export async function deleteLogRecords(deps: HasDatabase, actor: Actor, ids: string[]): Promise<number> {
  const deletion = { action: 'log_records_delete', deleteRows: deleteLogRecordRows, name: 'log' } as const;
  return deleteRecords(deps, actor, { ids, ...deletion });
}

interface Deletion {
  ids: string[];
  action: StaffAction;
  deleteRows: typeof deleteIpRecordRows;
  name: string;
}

async function deleteRecords(
  { database }: HasDatabase,
  actor: Actor,
  { ids, action, deleteRows, name }: Deletion,
): Promise<number> {
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

/** Limits the rows per statement: keeps locks short. */
const batchRows = 1_000;

export interface RetentionDependencies {
  database: Database;
  settings: Settings;
}

/** An idempotent job: deletes the records past their retention. */
export async function deleteOldRecords({ database, settings }: RetentionDependencies): Promise<void> {
  const { record_retention_days } = settings.current();
  for (const deleteOldest of [deleteOldestIpRecords, deleteOldestLogRecords]) {
    let deleted: unknown[];
    do deleted = await deleteOldest(database, record_retention_days, batchRows);
    while (deleted.length > 0);
  }
}

/** A job: folds the increments of each list's total into one row. */
export async function foldListTotals({ database }: HasDatabase): Promise<void> {
  await foldTotals(database);
}
