import { Readable } from 'node:stream';
import { listLimits } from 'contract/limits.ts';
import type { IpRecord, LogRecord } from 'contract/records.ts';
import type { Sort } from 'contract/lists.ts';
import type { z } from 'zod';
import type { Caller } from '#auth/callers.ts';
import { type CsvExport, csvLine } from '#domain/csv-export.ts';
import { countRows, type List, readBatches } from '#domain/lists.ts';
import { type ClientInfo, recordStaffEvent, type StaffAction } from '#auth/audit.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Database } from '#platform/database/database.ts';
import { type IpFilter, ipRecordList } from './ip-records.list.ts';
import { type LogFilter, logRecordList } from './log-records.list.ts';

interface ExportRequest {
  database: Database;
  signal: AbortSignal;
  clientInfo: ClientInfo;
  caller: Caller;
}

/** Throws `not_found` where nothing matches; so does the next. */
export async function exportIpRecords(request: ExportRequest, filter: IpFilter): Promise<CsvExport> {
  return exportRecords(request, filter, {
    action: 'ip_records_export',
    name: 'IP records',
    list: ipRecordList,
    columns: ['id', 'user', 'ip_address', 'action', 'created_at'] satisfies (keyof IpRecord)[],
  });
}

export async function exportLogRecords(request: ExportRequest, filter: LogFilter): Promise<CsvExport> {
  return exportRecords(request, filter, {
    action: 'log_records_export',
    name: 'log records',
    list: logRecordList,
    columns: ['id', 'message', 'level', 'from_proxy', 'created_at'] satisfies (keyof LogRecord)[],
  });
}

interface Exported<Filter extends { sort: Sort }, Row extends z.ZodObject, Wire> {
  action: StaffAction;
  name: string;
  list: List<Filter, Row, Wire>;
  columns: (keyof Wire & string)[];
}

async function exportRecords<
  Filter extends { sort: Sort; created_before: Date | undefined },
  Row extends z.ZodObject,
  Wire extends Record<string, string | boolean | null>,
>(
  { database, signal, clientInfo, caller }: ExportRequest,
  given: Filter,
  { action, name, list, columns }: Exported<Filter, Row, Wire>,
): Promise<CsvExport> {
  // What is written meanwhile would never let an export of the oldest first end.
  const startedAt = await readClock(database);
  const isOpenEnded = !given.created_before || given.created_before > startedAt;
  const filter = isOpenEnded ? { ...given, created_before: startedAt } : given;
  const rows = Math.min(await countRows(database, signal, list, filter), listLimits.exportRows);
  await recordStaffEvent(database.prisma, clientInfo, {
    action,
    actorId: caller.user.id,
    userId: null,
    message: `${caller.user.username} exported ${rows} ${name}.`,
    details: { filter: given, rows },
  });
  const lines = async function* () {
    yield csvLine(columns);
    for await (const batch of readBatches(database, signal, list, { filter, maxRows: rows })) {
      yield batch.map((row) => csvLine(columns.map((column) => row[column] ?? null))).join('');
    }
  };
  // One batch is read ahead, no more.
  return { rows, csv: Readable.from(lines(), { highWaterMark: 1 }) };
}
