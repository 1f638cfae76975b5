import { Readable } from 'node:stream';
import { listLimits } from 'contract/limits.ts';
import type { IpRecord, LogRecord } from 'contract/records.ts';
import type { Caller } from '#auth/callers.ts';
import { countAll, type KeyedRow, type List, readAll } from '#domain/lists.ts';
import { recordStaffEvent, type StaffAction } from '#auth/audit.ts';
import type { ClientInfo } from '#auth/client-info.ts';
import type { Database } from '#platform/database/database.ts';
import { csvLine } from './csv.ts';
import { type IpFilter, ipRecordList } from './ip-records.list.ts';
import { type LogFilter, logRecordList } from './log-records.list.ts';

export interface Export {
  /** The rows that come, unless some are deleted meanwhile. */
  rows: number;
  /** Reads from the database no faster than it is read from. */
  csv: Readable;
}

interface ExportRequest {
  database: Database;
  signal: AbortSignal;
  clientInfo: ClientInfo;
  caller: Caller;
}

/** Throws `not_found` where nothing matches; so does the next. */
export async function exportIpRecords(request: ExportRequest, filter: IpFilter): Promise<Export> {
  return exportRecords(request, filter, {
    action: 'ip_records_export',
    name: 'IP records',
    listOf: ipRecordList,
    columns: ['id', 'user', 'ip_address', 'action', 'created_at'] satisfies (keyof IpRecord)[],
  });
}

export async function exportLogRecords(request: ExportRequest, filter: LogFilter): Promise<Export> {
  return exportRecords(request, filter, {
    action: 'log_records_export',
    name: 'log records',
    listOf: logRecordList,
    columns: ['id', 'message', 'level', 'from_proxy', 'created_at'] satisfies (keyof LogRecord)[],
  });
}

interface Exported<Filter, Read extends KeyedRow, Row> {
  action: StaffAction;
  name: string;
  listOf: (filter: Filter) => List<Read, Row>;
  columns: (keyof Row & string)[];
}

async function exportRecords<
  Filter extends { created_before: Date | undefined },
  Read extends KeyedRow,
  Row extends Record<string, string | boolean | null>,
>(
  { database, signal, clientInfo, caller }: ExportRequest,
  filter: Filter,
  { action, name, listOf, columns }: Exported<Filter, Read, Row>,
): Promise<Export> {
  // What comes meanwhile would never let an export of the oldest first end.
  const startedAt = await readClock(database);
  const isOpenEnded = !filter.created_before || filter.created_before > startedAt;
  const list = listOf(isOpenEnded ? { ...filter, created_before: startedAt } : filter);
  const rows = Math.min(await countAll(database, signal, list), listLimits.exportRows);
  await recordStaffEvent(database.prisma, clientInfo, {
    action,
    actorId: caller.user.id,
    userId: null,
    message: `${caller.user.username} exported ${rows} ${name}.`,
    details: { filter, rows },
  });
  const lines = async function* () {
    yield csvLine(columns);
    for await (const batch of readAll(database, signal, list, rows)) {
      yield batch.map((row) => csvLine(columns.map((column) => row[column] ?? null))).join('');
    }
  };
  // One batch is read ahead, no more.
  return { rows, csv: Readable.from(lines(), { highWaterMark: 1 }) };
}

/** The database's, which is what records are stamped with. */
async function readClock({ pool }: Database): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>('SELECT now()');
  return rows[0]?.now ?? new Date();
}
