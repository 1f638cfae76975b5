import { formatNumber } from 'contract/formats.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Transaction } from '#platform/database/database.ts';
import { appliedFilter, type NamedActor, type StaffAction, staffEventRecords } from './audit.ts';
import { insertBulkAction, isUncounted } from './bulk-actions.queries.ts';
import { asksForFlags } from './flag-events.ts';

interface BulkAction {
  action: StaffAction;
  /** What the actor does to the rows. */
  verb: 'delete' | 'export';
  /** In the plural. */
  noun: string;
  filter: object;
  matched: number;
  /** Of a search. */
  reason?: string | null | undefined;
  /** Whether jobs perform it. They need the filter. */
  isInBackground?: boolean;
}

/**
 * Writes the event of the beginning, with the filter and the number of rows that match. `endBulkAction` writes the event
 * with the number of rows at the end, or `endAbandonedBulkActions` after a kill. Resolves to the id. The numbers of events are recorded
 * nowhere: not every superuser reads all events, and all staff read the log.
 */
export async function beginBulkAction(
  executor: Database | Transaction,
  actor: NamedActor,
  { action, verb, noun, filter, matched, reason, isInBackground = false }: BulkAction,
): Promise<string> {
  const id = uuidv7();
  const stored = asksForFlags(filter) ? 'flag_events_export' : action;
  const isCounted = !isUncounted(stored);
  const records = staffEventRecords(actor, {
    action: stored,
    message: `began to ${verb} ${isCounted ? `${formatNumber(matched)} ` : ''}${noun}.`,
    details: { filter: appliedFilter(filter), ...(isCounted && { matched }), ...(reason && { reason }) },
  });
  await insertBulkAction(executor, records, { id, noun, matched, filter: isInBackground ? filter : null });
  return id;
}

export const endedEarly = () =>
  new Error('The bulk action was ended, because nothing was counted for minutes.');
