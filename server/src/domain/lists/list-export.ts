import { Readable } from 'node:stream';
import { listLimits } from 'contract/limits.ts';
import type { Sort } from 'contract/lists.ts';
import type { z } from 'zod';
import { recordStaffEvent, type StaffAction } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Database } from '#platform/database/database.ts';
import { type Cell, type CsvExport, csvHeader, csvLine } from './csv-export.ts';
import type { List } from './list.ts';
import { countRows, readBatches } from './lists.ts';

export interface ExportRequest extends Actor {
  database: Database;
  signal: AbortSignal;
}

interface ExportedList<Filter extends { sort: Sort }, Row extends z.ZodObject> {
  action: StaffAction;
  /** The name in the log. */
  name: string;
  list: List<Filter, Row>;
  /** The user whose whole id is in the filter. The export counts as an access to their record. */
  userId?: string | undefined;
}

/** Streams a list as CSV, as of the start of the export, which the audit trail records. Throws `not_found`. */
export async function exportList<
  Filter extends { sort: Sort; created_before: Date | undefined },
  Row extends z.ZodObject,
>(
  { database, signal, ...actor }: ExportRequest,
  requestedFilter: Filter,
  { action, name, list, userId }: ExportedList<Filter, Row>,
): Promise<CsvExport> {
  // Without this limit an export with the oldest first might never end, because rows are added meanwhile.
  const startedAt = await readClock(database);
  const isOpenEnded = !requestedFilter.created_before || requestedFilter.created_before > startedAt;
  const filter = isOpenEnded ? { ...requestedFilter, created_before: startedAt } : requestedFilter;
  const rows = Math.min(await countRows(database, signal, list, filter), listLimits.exportRows);
  await recordStaffEvent(database.prisma, actor, {
    action,
    userId: userId ?? null,
    message: `exported ${rows} ${name}.`,
    details: { filter: requestedFilter, rows },
  });
  const columns = Object.keys(list.row.shape);
  const lines = async function* () {
    yield csvHeader(columns);
    for await (const batch of readBatches(database, signal, list, { filter, maxRows: rows })) {
      yield batch.map((row) => csvLine(columns.map((column) => cellOf(row[column])))).join('');
    }
  };
  // Reads at most one batch ahead.
  return { rows, csv: Readable.from(lines(), { highWaterMark: 1 }) };
}

function cellOf(value: unknown): Cell {
  const isCell = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (isCell || value === null) return value;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}
