import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';
import { noticeColumns, noticeJoins, NoticeRow } from './notices.list.ts';

export const selectNotice = defineQuery(
  'select-notice',
  NoticeRow,
  (id: string) => Prisma.sql`
    SELECT ${noticeColumns} FROM notices AS record ${noticeJoins} WHERE record.id = ${id}::uuid`,
);

/** Locks the state of the notice, except for its changes over time. */
export const lockNotice = defineQuery(
  'lock-notice',
  z.object({ id: z.string(), was_live: z.boolean() }),
  (id: string) => Prisma.sql`
    SELECT id, NOT is_draft AND starts_at <= coalesce(withdrawn_at, now()) AS was_live
    FROM notices WHERE id = ${id}::uuid FOR UPDATE`,
);
