import { noticeMessages } from 'contract/notices/notices.constants.ts';
import { type ListNoticesBody, Notice } from 'contract/notices/notices.ts';
import { z } from 'zod';
import { isLive } from '#domain/notifications/notices.queries.ts';
import { contains, equals } from '#domain/lists/list-statements.ts';
import type { List } from '#domain/lists/list.ts';
import { Prisma } from '#generated/prisma/client.ts';

export type NoticeFilter = z.output<typeof ListNoticesBody>;

export const NoticeRow = Notice.extend({
  starts_at: z.date().nullable(),
  ends_at: z.date().nullable(),
  date_updated: z.date(),
});

const state = Prisma.sql`
  CASE WHEN record.withdrawn_at IS NOT NULL THEN 'withdrawn'
       WHEN record.is_draft THEN 'draft'
       WHEN ${isLive} THEN 'live'
       WHEN record.starts_at > now() THEN 'scheduled'
       ELSE 'over' END`;

export const noticeColumns = Prisma.sql`
  record.id, record.title, record.text, record.level, record.audience, record.user_id, record.starts_at,
  record.ends_at, ${state} AS state,
  (SELECT count(*)::int FROM notice_reads WHERE notice_id = record.id) AS read_count,
  creator.username AS created_by, record.date_updated`;

export const noticeJoins = Prisma.sql`LEFT JOIN users AS creator ON creator.id = record.created_by_id`;

export const noticeList: List<NoticeFilter, typeof NoticeRow, 'totalNotice'> = {
  table: 'notices',
  row: NoticeRow,
  columns: noticeColumns,
  joins: noticeJoins,
  where: ({ text, level, state: wanted }) => [
    contains(Prisma.sql`lower(record.title || E'\n' || record.text)`, text),
    equals(Prisma.sql`record.level`, level),
    equals(state, wanted),
  ],
  sortKeys: {
    time: Prisma.sql`record.created_at`,
    name: Prisma.sql`(lower(record.title) COLLATE "C")`,
  },
  total: 'totalNotice',
  nothingFound: noticeMessages.noneFound,
};
