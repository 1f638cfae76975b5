import type { Access, AuditRecord } from 'contract/audit.ts';
import type { Caller } from '#auth/callers.ts';
import { isWholeId } from '#domain/list-statements.ts';
import type { CsvExport } from '#domain/csv-export.ts';
import { exportList, type ExportRequest } from '#domain/list-export.ts';
import { type Page, type Paging, placePage } from '#domain/lists.ts';
import type { Database, HasDatabase } from '#platform/database/database.ts';
import { summarizeFailures } from '#auth/audit.queries.ts';
import type { Settings } from '#settings.ts';
import { type AuditFilter, auditList } from './audit.list.ts';
import { deleteOldestDetails } from './audit.queries.ts';

export async function exportAuditRecords(request: ExportRequest, filter: AuditFilter): Promise<CsvExport> {
  const { target, actor } = filter;
  return exportList(request, filter, {
    action: 'exportAuditRecords',
    name: 'audit records',
    list: auditList,
    columns: [
      'id',
      'action',
      'actor',
      'actor_id',
      'target',
      'target_id',
      'ip_address',
      'details',
      'created_at',
      'sealed',
    ] satisfies (keyof AuditRecord)[],
    userId: [target, actor].find(isWholeId),
  });
}

/** Accesses by others to the caller's record. */
export async function listAccesses(
  { database: { prisma } }: HasDatabase,
  caller: Caller,
  paging: Paging,
): Promise<Page<Access>> {
  const { id } = caller.user;
  const where = { target_id: id, actor_id: { not: id } };
  const total = await prisma.auditEvent.count({ where });
  const { skip, ...place } = placePage(paging, total);
  const events = await prisma.auditEvent.findMany({
    where,
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    skip,
    take: paging.page_size,
  });
  const data = events.map(({ action, created_at }) => ({ action, created_at: created_at.toISOString() }));
  return { data, total, ...place };
}

/** Limits the rows per statement: keeps locks short. */
const batchRows = 1_000;

/** An idempotent job. */
export async function deleteOldDetails({
  database,
  settings,
}: {
  database: Database;
  settings: Settings;
}): Promise<void> {
  const days = settings.current().audit_details_retention_days;
  let deleted: unknown[];
  do deleted = await deleteOldestDetails(database, days, batchRows);
  while (deleted.length === batchRows);
}

/** A job. */
export async function summarizeUnknownFailures({ database }: HasDatabase): Promise<void> {
  await summarizeFailures(database);
}
