import { recordMessages } from 'contract/records.constants.ts';
import type { ExportLogRecordsBody, LogRecord } from 'contract/records.ts';
import type { z } from 'zod';
import {
  conditions,
  contains,
  is,
  isByName,
  isDescending,
  isFrom,
  isUntil,
  type KeyedRow,
  type List,
} from '#domain/lists.ts';
import { Prisma } from '#generated/prisma/client.ts';

export type LogFilter = z.output<typeof ExportLogRecordsBody>;

export interface LogRow extends KeyedRow {
  message: string;
  level: LogRecord['level'];
  from_proxy: boolean;
  created_at: Date;
}

export function logRecordList(filter: LogFilter): List<LogRow, LogRecord> {
  const { message, level, from_proxy, created_after, created_before, sort } = filter;
  return {
    sections: [
      {
        list: 'log_records',
        from: Prisma.sql`log_records AS record`,
        where: conditions(
          contains(Prisma.sql`lower(record.message)`, message),
          level === null ? undefined : Prisma.sql`record.level = ${level}`,
          is(Prisma.sql`record.from_proxy`, from_proxy),
          isFrom(Prisma.sql`record.created_at`, created_after),
          isUntil(Prisma.sql`record.created_at`, created_before),
        ),
        // Messages that begin with the same 600 characters count as the same: an index row holds no more.
        key: isByName(sort)
          ? Prisma.sql`(left(lower(record.message), 600) COLLATE "C")`
          : Prisma.sql`record.created_at`,
        id: Prisma.sql`record.id`,
      },
    ],
    isDescending: isDescending(sort),
    rowsOf: (page) => Prisma.sql`
      SELECT page.key, page.id, message, level, from_proxy, record.created_at
      FROM ${page} AS page JOIN log_records AS record ON record.id = page.id`,
    toRow: ({ id, message: text, level: itsLevel, from_proxy: isFromProxy, created_at }) => ({
      id,
      message: text,
      level: itsLevel,
      from_proxy: isFromProxy,
      created_at: created_at.toISOString(),
    }),
    nothingFound: recordMessages.noLogsFound,
  };
}
