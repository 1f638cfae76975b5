import type { Dependencies } from '#dependencies.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import type { Paging } from '#domain/lists/list.ts';
import { placePage } from '#domain/lists/lists.ts';
import { deleteInBatches, type HasDatabase } from '#platform/database/database.ts';
import { deleteOldestDetails } from '#audit/audit.queries.ts';
import { countAccesses, selectAccesses } from '#audit/views.queries.ts';
import { deleteOldestBulkActions } from '#audit/bulk-actions.queries.ts';

/** Accesses of others to the caller's record. */
export async function listAccesses({ database }: HasDatabase, caller: Caller, paging: Paging) {
  const { id } = caller.user;
  const [counted] = await countAccesses(database, id);
  const totalAccess = counted?.total ?? 0;
  const { place, range } = placePage(paging, totalAccess);
  return { data: await selectAccesses(database, id, range), totalAccess, ...place };
}

/** An idempotent job. */
export async function deleteOldDetails({
  database,
  settings,
}: Pick<Dependencies, 'database' | 'settings'>): Promise<void> {
  const days = settings.current().audit_details_retention_days;
  await deleteInBatches((rows) => deleteOldestDetails(database, days, rows));
  await deleteInBatches((rows) => deleteOldestBulkActions(database, days, rows));
}
