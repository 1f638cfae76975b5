import { Notification } from 'contract/notifications/notifications.ts';
import { z } from 'zod';
import { isLive } from '#domain/notifications/notifications.queries.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { arrayOf, defineQuery, idRow } from '#platform/database/query.ts';

/** For `notices AS record` and a row of `users`. */
const isForUser = Prisma.sql`
  (${isLive} AND CASE record.audience
    WHEN 'all' THEN true
    WHEN 'premium' THEN users.is_premium_user
    WHEN 'staff' THEN users.is_staff OR users.is_superuser
    ELSE record.user_id = users.id END)`;

const noticesWithReads = Prisma.sql`
  notices AS record
  LEFT JOIN notice_reads ON notice_reads.notice_id = record.id AND notice_reads.user_id = users.id`;

/** For a row of `users`: the count that the list, the stream and `readNotifications` share. */
const unread = Prisma.sql`
  ((SELECT count(*) FROM notifications WHERE user_id = users.id AND read_at IS NULL)
   + (SELECT count(*) FROM ${noticesWithReads} WHERE ${isForUser} AND notice_reads.read_at IS NULL))::int`;

/** The latest first. An empty page is one row without an id. A page past the end is the last one. */
export const selectNotifications = defineQuery(
  'select-notifications',
  z.object({
    unread: z.number(),
    total: z.number(),
    id: z.string().nullable(),
    kind: Notification.shape.kind.nullable(),
    title: z.string().nullable(),
    text: z.string().nullable(),
    level: Notification.shape.level.nullable(),
    link: z.string().nullable(),
    created_at: z.date().nullable(),
    read_at: z.date().nullable(),
  }),
  (
    userId: string,
    { isUnread, page, pageSize }: { isUnread: boolean | null; page: number; pageSize: number },
  ) => Prisma.sql`
    WITH entries AS MATERIALIZED (
      SELECT entry.* FROM users, LATERAL (
        SELECT id, kind, title, text, level, link, created_at, read_at FROM notifications
        WHERE user_id = users.id
        UNION ALL
        SELECT record.id, 'notice', record.title, record.text, record.level, NULL, record.starts_at, notice_reads.read_at
        FROM ${noticesWithReads} WHERE ${isForUser}
      ) AS entry
      WHERE users.id = ${userId}::uuid AND coalesce((entry.read_at IS NULL) = ${isUnread}::boolean, true)
    ), counts AS (
      SELECT ${unread} AS unread, (SELECT count(*)::int FROM entries) AS total FROM users WHERE id = ${userId}::uuid
    )
    SELECT unread, total, listed.* FROM counts LEFT JOIN LATERAL (
      SELECT * FROM entries ORDER BY created_at DESC, id DESC
      LIMIT ${pageSize}::int
      OFFSET greatest(least(${page}::float8, ceil(total::float8 / ${pageSize}::int)) - 1, 0) * ${pageSize}::int
    ) AS listed ON true
    ORDER BY listed.created_at DESC, listed.id DESC`,
);

/** For each existing user: the content of the streams, and the sessions that may have one. */
export const selectHints = defineQuery(
  'select-hints',
  z.object({
    user_id: z.string(),
    unread: z.number(),
    latest_id: z.string().nullable(),
    valid_sessions: z.array(z.string()),
  }),
  (userIds: readonly string[]) => Prisma.sql`
    SELECT users.id AS user_id, ${unread} AS unread, (
      SELECT id FROM (
        (SELECT id, created_at FROM notifications WHERE user_id = users.id ORDER BY created_at DESC, id DESC LIMIT 1)
        UNION ALL
        SELECT record.id, record.starts_at FROM notices AS record WHERE ${isForUser}
      ) AS entry ORDER BY created_at DESC, id DESC LIMIT 1
    ) AS latest_id, ARRAY(
      SELECT sessions.id::text FROM sessions
      WHERE user_id = users.id AND revoked_at IS NULL AND expires_at > now() AND users.is_active
    ) AS valid_sessions
    FROM users WHERE users.id = ANY (${arrayOf('uuid', userIds)})`,
);

/** Without ids, marks all. Changes only unread notices of the user. */
export const readNotices = defineQuery(
  'read-notices',
  z.object({ notice_id: z.string() }),
  (userId: string, ids: readonly string[] | null) => Prisma.sql`
    INSERT INTO notice_reads (notice_id, user_id)
    SELECT record.id, users.id FROM users, notices AS record
    WHERE users.id = ${userId}::uuid AND ${isForUser}
      AND (${ids}::uuid[] IS NULL OR record.id = ANY (${ids}::uuid[]))
    ON CONFLICT DO NOTHING RETURNING notice_id`,
);

/** The time until the next notice begins or ends. Null if there is none. */
export const selectSecondsToNextNotice = defineQuery(
  'select-seconds-to-next-notice',
  z.object({ seconds: z.number().nullable() }),
  () => Prisma.sql`
    SELECT extract(epoch FROM min(moment) - now())::float8 AS seconds
    FROM notices AS record, unnest(ARRAY[starts_at, ends_at]) AS moment
    WHERE NOT is_draft AND withdrawn_at IS NULL AND coalesce(ends_at, 'infinity') > now() AND moment > now()`,
);

export const deleteOldNotifications = defineQuery(
  'delete-old-notifications',
  idRow,
  (days: number, limit: number) => Prisma.sql`
    DELETE FROM notifications WHERE id IN (
      SELECT id FROM notifications WHERE created_at < now() - ${days} * interval '1 day' LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    ) RETURNING id`,
);
