import type { NoticeLevel, NotificationKind } from 'contract/notifications/notifications.constants.ts';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** The payload is the id of the user whose notifications changed, or empty for all users. It is sent after a commit. */
export const notificationChannel = 'notifications';

interface NewNotification {
  id: string;
  userId: string;
  kind: NotificationKind;
  aboutUserId: string | null;
  title: string;
  text: string;
  level: NoticeLevel;
  link: string;
}

const Announced = z.object({ announced: z.string() });

/** For repeatable kinds, an unread notification is renewed instead of duplicated. */
export const insertNotifications = defineQuery(
  'insert-notifications',
  Announced,
  (notifications: readonly NewNotification[]) => Prisma.sql`
    WITH inserted AS (
      INSERT INTO notifications (id, user_id, kind, about_user_id, title, text, level, link)
      SELECT event.id, users.id, event.kind, event."aboutUserId", event.title, event.text, event.level, event.link
      FROM json_to_recordset(${JSON.stringify(notifications)}::text::json) AS event (
        id uuid, "userId" uuid, kind text, "aboutUserId" uuid, title text, text text, level text, link text
      ) JOIN users ON users.id = event."userId"
      WHERE NOT EXISTS (
        SELECT FROM preferences
        WHERE user_id = users.id AND NOT (to_jsonb(preferences) ->> event.kind)::boolean
      )
      ON CONFLICT (user_id, kind, about_user_id)
        WHERE read_at IS NULL AND kind IN ('friend_request', 'friend_accepted', 'storage_nearly_full')
        DO UPDATE SET created_at = transaction_timestamp(), title = excluded.title, text = excluded.text
      RETURNING user_id
    )
    SELECT pg_notify(${notificationChannel}, user_id::text)::text AS announced FROM inserted`,
);

export const announceNotifications = defineQuery(
  'announce-notifications',
  Announced,
  (userId: string | null) => Prisma.sql`
    SELECT pg_notify(${notificationChannel}, coalesce(${userId}, ''))::text AS announced`,
);

/** For `notices AS record`. The condition on the end matches an index. */
export const isLive = Prisma.sql`
  (NOT record.is_draft AND record.withdrawn_at IS NULL AND record.starts_at <= now()
   AND coalesce(record.ends_at, 'infinity') > now())`;

const Banner = z.object({ id: z.string(), title: z.string(), text: z.string() });
export type Banner = z.output<typeof Banner>;

/** The live critical notice for all users that started last. */
export const selectBanner = defineQuery(
  'select-banner',
  Banner,
  () => Prisma.sql`
    SELECT id, title, text FROM notices AS record
    WHERE ${isLive} AND level = 'critical' AND audience = 'all'
    ORDER BY starts_at DESC, id DESC LIMIT 1`,
);
