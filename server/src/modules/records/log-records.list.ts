import { recordMessages } from 'contract/records/records.constants.ts';
import { type ExportLogRecordsBody, LogRecord } from 'contract/records/records.ts';
import { z } from 'zod';
import { contains, equals, flag, since, until } from '#domain/lists/list-statements.ts';
import type { List } from '#domain/lists/list.ts';
import { Prisma } from '#generated/prisma/client.ts';

type LogFilter = z.output<typeof ExportLogRecordsBody>;

const LogRecordRow = LogRecord.extend({ created_at: z.date() });

export const logRecordList: List<LogFilter, typeof LogRecordRow, 'totalLog'> = {
  table: 'log_records',
  row: LogRecordRow,
  columns: Prisma.sql`record.id, message, level, from_proxy, record.created_at`,
  where: ({ message, level, from_proxy, created_after, created_before }) => [
    contains(Prisma.sql`lower(record.message)`, message),
    equals(Prisma.sql`record.level`, level),
    flag(Prisma.sql`record.from_proxy`, from_proxy),
    since(Prisma.sql`record.created_at`, created_after),
    until(Prisma.sql`record.created_at`, created_before),
  ],
  category: ({ level }) => level,
  sortKeys: {
    time: Prisma.sql`record.created_at`,
    // The limit of the index. Messages with the same first 600 characters are ordered by id.
    name: Prisma.sql`(left(lower(record.message), 600) COLLATE "C")`,
  },
  userIds: Prisma.sql`ARRAY[record.user_id]`,
  total: 'totalLog',
  nothingFound: recordMessages.noLogsFound,
};
