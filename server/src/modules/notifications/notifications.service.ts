import { notificationLimits } from 'contract/notifications.constants.ts';
import { Notification } from 'contract/notifications.ts';
import type { Caller } from '#auth/callers.ts';
import { type Paging, placePage } from '#domain/lists.ts';
import { announceNotifications } from '#domain/notifications.queries.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import {
  deleteOldNotifications,
  readNotices,
  selectHints,
  selectNotifications,
} from './notifications.queries.ts';

/** Rows, total and count from one snapshot. */
export async function listNotifications(
  { database }: HasDatabase,
  { user }: Pick<Caller, 'user'>,
  { unread: isUnread, ...paging }: Paging & { unread: boolean | null },
) {
  const rows = await selectNotifications(database, user.id, {
    isUnread,
    page: paging.page,
    pageSize: paging.page_size,
  });
  const { total: totalNotification = 0, unread = 0 } = rows[0] ?? {};
  const { numOfPages, page } = placePage(paging, totalNotification);
  const shown = rows.filter(({ id }) => id !== null);
  const data = shown.map((row) => Notification.parse(row));
  return { data, totalNotification, unread, numOfPages, page };
}

/** Without ids all. Resolves to the number left unread. */
export async function readNotifications(
  { database }: HasDatabase,
  { user }: Pick<Caller, 'user'>,
  ids: string[] | null,
): Promise<number> {
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

/** Limits the rows per statement: keeps locks short. */
const batchRows = 1_000;

/** An idempotent job. */
export async function cleanUpNotifications({ database }: HasDatabase): Promise<void> {
  let deleted: unknown[];
  do deleted = await deleteOldNotifications(database, notificationLimits.keptDays, batchRows);
  while (deleted.length > 0);
}
