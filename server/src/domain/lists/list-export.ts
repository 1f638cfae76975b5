import { Readable } from 'node:stream';
import { listLimits } from 'contract/limits.ts';
import type { Sort } from 'contract/lists.ts';
import type { z } from 'zod';
import { recordView, type StaffAction } from '#audit/audit.ts';
import { othersOf, type Search, type ViewDependencies, withReason } from '#domain/accounts/user-views.ts';
import { beginBulkAction, endedEarly } from '#audit/bulk-actions.ts';
import { countBatch, endBulkAction } from '#audit/bulk-actions.queries.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { AppError } from '#errors.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import { type Cell, type CsvExport, csvHeader, csvLine } from './csv-export.ts';
import type { List } from './list.ts';
import { countMatches, readBatches } from './lists.ts';

export interface ExportRequest extends Actor, ViewDependencies {
  signal: AbortSignal;
  search: Search;
}

interface ExportedList<Filter extends { sort: Sort }, Row extends z.ZodObject> {
  action: StaffAction;
  /** The name in the log. */
  name: string;
  list: List<Filter, Row>;
}

/**
 * Streams a list as CSV, as of the start of the export. The audit trail records the beginning and the end, and each user before
 * the first row about them is sent. Throws `not_found`.
 */
export const exportList =
  <
    Filter extends { sort: Sort; created_before: Date | undefined; view_reason?: string | undefined },
    Row extends z.ZodObject,
  >(
    exported: ExportedList<Filter, Row>,
  ) =>
  async (request: ExportRequest, requestedFilter: Filter): Promise<CsvExport> => {
    const { action, name, list } = exported;
    const { database, signal, settings: _settings, search, ...actor } = request;
    // Without this limit an export with the oldest first might never end, because rows are added meanwhile.
    const startedAt = await readClock(database);
    const isOpenEnded = !requestedFilter.created_before || requestedFilter.created_before > startedAt;
    const filter = isOpenEnded ? { ...requestedFilter, created_before: startedAt } : requestedFilter;
    const rows = Math.min(await countMatches(database, signal, list, filter), listLimits.exportRows);
    if (rows === 0) throw new AppError('not_found', list.nothingFound);
    const bulk = {
      action,
      verb: 'export',
      noun: name,
      filter: { ...search.request, view_reason: undefined },
      matched: rows,
      reason: search.reason,
    } as const;
    const id = await beginBulkAction(database, actor, bulk);
    const columns = Object.keys(list.row.shape);
    const lines = async function* () {
      let isComplete = false;
      const seen = new Set<string>();
      try {
        yield csvHeader(columns);
        for await (const batch of readBatches(database, signal, list, { filter, maxRows: rows })) {
          const [running] = await countBatch(database, id, batch.length, null);
          if (!running) throw endedEarly();
          const user_ids = othersOf(
            [...batch.flatMap((row) => row.user_ids), ...search.namedIds],
            actor,
          ).filter((userId) => !seen.has(userId));
          if (user_ids.length > 0) {
            await recordView({ database }, actor, {
              action,
              userId: null,
              details: withReason({ export_id: id, user_ids }, search.reason),
            });
          }
          for (const userId of user_ids) seen.add(userId);
          yield batch.map((row) => csvLine(columns.map((column) => cellOf(row[column])))).join('');
        }
        isComplete = true;
      } finally {
        // If this fails, a job ends the action.
        await endBulkAction(database, id, isComplete).catch(() => {});
      }
    };
    // Reads at most one batch ahead.
    return { rows, csv: Readable.from(lines(), { highWaterMark: 1 }) };
  };

function cellOf(value: unknown): Cell {
  const isCell = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (isCell || value === null) return value;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}
