import type { IpRecord, LogRecord } from 'contract/records.ts';
import type { Caller } from '#domain/callers.ts';
import { type Page, readPage } from '#domain/lists.ts';
import { type Origin, recordStaffEvent } from '#domain/records.ts';
import type { Database } from '#platform/database.ts';
import { deleteIpRecordRows, deleteLogRecordRows } from './delete-records.queries.ts';
import { type IpFilter, ipRecordList } from './ip-records.list.ts';
import { type LogFilter, logRecordList } from './log-records.list.ts';

interface Paging {
  page: number;
  page_size: number;
}

/** Throws `not_found` where nothing matches; so does the next. */
export async function listIpRecords(
  { database }: { database: Database },
  signal: AbortSignal,
  filter: IpFilter & Paging,
): Promise<Page<IpRecord>> {
  return readPage(database, signal, ipRecordList(filter), filter);
}

export async function listLogRecords(
  { database }: { database: Database },
  signal: AbortSignal,
  filter: LogFilter & Paging,
): Promise<Page<LogRecord>> {
  return readPage(database, signal, logRecordList(filter), filter);
}

/** Resolves with how many there were. The trail keeps who deleted which; so for the next. */
export async function deleteIpRecords(
  { database }: { database: Database },
  origin: Origin,
  caller: Caller,
  ids: string[],
): Promise<number> {
  return database.prisma.$transaction(async (tx) => {
    const deleted = await deleteIpRecordRows(tx, ids);
    await recordStaffEvent(tx, origin, {
      action: 'ip_records_delete',
      actorId: caller.user.id,
      userId: null,
      message: `${caller.user.username} deleted ${deleted.length} IP ${recordsOf(deleted.length)}.`,
      details: { ids: deleted },
    });
    return deleted.length;
  });
}

export async function deleteLogRecords(
  { database }: { database: Database },
  origin: Origin,
  caller: Caller,
  ids: string[],
): Promise<number> {
  return database.prisma.$transaction(async (tx) => {
    const deleted = await deleteLogRecordRows(tx, ids);
    await recordStaffEvent(tx, origin, {
      action: 'log_records_delete',
      actorId: caller.user.id,
      userId: null,
      message: `${caller.user.username} deleted ${deleted.length} log ${recordsOf(deleted.length)}.`,
      details: { ids: deleted },
    });
    return deleted.length;
  });
}

const recordsOf = (count: number) => (count === 1 ? 'record' : 'records');
