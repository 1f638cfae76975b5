import { notificationLimits } from 'contract/notifications/notifications.constants.ts';
import { Notification } from 'contract/notifications/notifications.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import type { Paging } from '#domain/lists/list.ts';
import { placePage } from '#domain/lists/lists.ts';
import { announceNotifications } from '#domain/notifications/notifications.queries.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import { deleteInBatches, type HasDatabase } from '#platform/database/database.ts';
import {
  deleteOldNotifications,
  readNotices,
  selectHints,
  selectNotifications,
} from './notifications.queries.ts';

/** Reads rows, total and count from one snapshot. */
export async function listNotifications(
  { database }: HasDatabase,
  { user }: Caller,
  { unread: isUnread, ...paging }: Paging & { unread: boolean | null },
) {
  const rows = await selectNotifications(database, user.id, {
    isUnread,
    page: paging.page,
    pageSize: paging.page_size,
  });
  const { total: totalNotification = 0, unread = 0 } = rows[0] ?? {};
  const existing = rows.filter(({ id }) => id !== null);
  const data = existing.map((row) => Notification.parse(row));
  return { data, totalNotification, unread, ...placePage(paging, totalNotification).place };
}

/** Without ids, marks all. Resolves to the number of unread notifications. */
export async function readNotifications({ database }: HasDatabase, { user }: Caller, ids: string[] | null) {
  return database.prisma.$transaction(async (tx) => {
    await tx.notification.updateMany({
      where: { user_id: user.id, read_at: null, ...(ids && { id: { in: ids } }) },
      data: { read_at: await readClock(tx) },
    });
    await readNotices(tx, user.id, ids);
    await announceNotifications(tx, user.id);
    const [hint] = await selectHints(tx, [user.id]);
    return hint?.unread ?? 0;
  });
}

/** An idempotent job. */
export async function cleanUpNotifications({ database }: HasDatabase): Promise<void> {
  await deleteInBatches((rows) => deleteOldNotifications(database, notificationLimits.retentionDays, rows));
}
