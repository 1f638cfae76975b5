import type { Id } from 'contract/fields.ts';
import type { Sort } from 'contract/lists.ts';
import type { z } from 'zod';
import type { Dependencies } from '#dependencies.ts';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import type { List } from '#domain/lists/list.ts';
import { readBatches } from '#domain/lists/lists.ts';
import { earliest, readClock } from '#platform/database/clock-and-locks.queries.ts';
import { deleteInBatches, type HasDatabase } from '#platform/database/database.ts';
import {
  deleteIpRecordRows,
  deleteLogRecordRows,
  deleteOldestIpRecords,
  deleteOldestLogRecords,
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
      message: `deleted ${deleted.length} ${name} ${deleted.length === 1 ? 'record' : 'records'}.`,
      details: { ids: deleted },
    });
    return deleted.length;
  });
}

/**
 * Deletes all matching rows except those that came after `until` or after the call, such as the log records of the
 * deletion itself. Each batch, the oldest first, is a transaction with its entry in the audit trail, so that the signal
 * ends only the rest. Resolves to the number of rows.
 */
export async function deleteMatchingRecords<Filter extends { created_before: Date | undefined }>(
  { database }: HasDatabase,
  { signal, ...actor }: Actor & { signal: AbortSignal },
  { kind, list, filter, until }: MatchingRecords<Filter>,
): Promise<number> {
  const created_before = earliest(await readClock(database), until, filter.created_before);
  const batches = readBatches(database, signal, list, {
    filter: { ...filter, created_before, sort: 'oldest' },
    maxRows: Number.MAX_SAFE_INTEGER,
  });
  let deleted = 0;
  for await (const rows of batches) {
    const ids = rows.map(({ id }) => id);
    deleted += await deleteRecords({ database }, actor, kind, ids);
  }
  return deleted;
}

interface MatchingRecords<Filter> {
  kind: keyof typeof deletions;
  list: List<Filter & { sort: Sort }, z.ZodObject<{ id: typeof Id }>>;
  filter: Filter;
  until: Date | undefined;
}

export type RetentionDependencies = Pick<Dependencies, 'database' | 'settings'>;

/** An idempotent job: deletes the records whose retention has ended. */
export async function deleteOldRecords({ database, settings }: RetentionDependencies): Promise<void> {
  const { record_retention_days } = settings.current();
  for (const deleteOldest of [deleteOldestIpRecords, deleteOldestLogRecords]) {
    await deleteInBatches((rows) => deleteOldest(database, record_retention_days, rows));
  }
}
