import { noticeMessages } from 'contract/notices/notices.constants.ts';
import type { CreateNoticeBody, UpdateNoticeBody } from 'contract/notices/notices.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { recordStaffEvent, type StaffAction } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { announceNotifications } from '#domain/notifications/notifications.queries.ts';
import { lockCallerAgainstDeletion } from '#domain/accounts/permissions.ts';
import { AppError, notFound, validationFailed } from '#errors.ts';
import type { NoticeModel } from '#generated/prisma/models.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import { type HasDatabase, isForeignKeyViolation, type Transaction } from '#platform/database/database.ts';
import { checkNotice, refuseChangeOfLive, type NoticeFields } from './notice-rules.ts';
import type { NoticeRow } from './notices.list.ts';
import { lockNotice, selectNotice } from './notices.queries.ts';

type Notice = z.output<typeof NoticeRow>;

export async function createNotice(
  { database }: HasDatabase,
  actor: Actor,
  { draft, ...body }: z.output<typeof CreateNoticeBody>,
): Promise<Notice> {
  return database.prisma
    .$transaction(async (tx) => {
      await lockCallerAgainstDeletion(tx, actor.caller);
      const data = checkNotice({ ...body, is_draft: draft }, await readClock(tx));
      const id = uuidv7();
      await tx.notice.create({ data: { ...data, id, created_by_id: actor.caller.user.id } });
      return record(tx, actor, 'createNotice', id);
    })
    .catch(refuseUnknownUser);
}

export async function updateNotice(
  { database }: HasDatabase,
  actor: Actor,
  id: string,
  { draft, ...body }: z.output<typeof UpdateNoticeBody>,
): Promise<Notice> {
  return database.prisma
    .$transaction(async (tx) => {
      const [locked] = await lockNotice(tx, id);
      if (!locked) throw notFound();
      const stored = await tx.notice.findUniqueOrThrow({ where: { id } });
      if (stored.withdrawn_at) throw new AppError('conflict', noticeMessages.withdrawnIsFixed);
      const now = await readClock(tx);
      const changed = merge(stored, { ...body, ...(draft !== undefined && { is_draft: draft }) });
      if (locked.was_live) refuseChangeOfLive(stored, changed, now);
      const data = locked.was_live ? { ends_at: changed.ends_at } : checkNotice(changed, now);
      await tx.notice.update({ where: { id }, data: { ...data, date_updated: now } });
      return record(tx, actor, 'updateNotice', id);
    })
    .catch(refuseUnknownUser);
}

export async function deleteNotice({ database }: HasDatabase, actor: Actor, id: string): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const [locked] = await lockNotice(tx, id);
    if (!locked) throw notFound();
    if (locked.was_live) throw new AppError('conflict', noticeMessages.liveIsWithdrawn);
    await record(tx, actor, 'deleteNotice', id);
    await tx.notice.delete({ where: { id } });
  });
}

/** Idempotent. */
export async function withdrawNotice({ database }: HasDatabase, actor: Actor, id: string): Promise<Notice> {
  return database.prisma.$transaction(async (tx) => {
    const now = await readClock(tx);
    const { count } = await tx.notice.updateMany({
      where: { id, withdrawn_at: null },
      data: { withdrawn_at: now, date_updated: now },
    });
    return count === 1 ? record(tx, actor, 'withdrawNotice', id) : readNotice(tx, id);
  });
}

async function readNotice(tx: Transaction, id: string): Promise<Notice> {
  const [notice] = await selectNotice(tx, id);
  if (!notice) throw notFound();
  return notice;
}

const verbs = {
  createNotice: 'wrote',
  updateNotice: 'changed',
  deleteNotice: 'deleted',
  withdrawNotice: 'withdrew',
} as const satisfies Partial<Record<StaffAction, string>>;

/** Records the change and announces it to the open streams. Resolves to the current notice. */
async function record(
  tx: Transaction,
  actor: Actor,
  action: keyof typeof verbs,
  id: string,
): Promise<Notice> {
  const notice = await readNotice(tx, id);
  await recordStaffEvent(tx, actor, {
    action,
    userId: notice.user_id,
    did: `${verbs[action]} the notice “${notice.title}”.`,
    details: { notice },
  });
  if (notice.state !== 'draft') await announceNotifications(tx, null);
  return notice;
}

/** Merges the changed fields into the stored ones. If the audience changes, the stored user is removed. */
function merge(stored: NoticeModel, given: Partial<NoticeFields>): NoticeFields {
  const { title, text, level, audience, starts_at, ends_at, is_draft } = stored;
  const user_id = (given.audience ?? audience) === 'user' ? stored.user_id : null;
  return { title, text, level, audience, user_id, starts_at, ends_at, is_draft, ...given };
}

function refuseUnknownUser(error: unknown): never {
  if (!isForeignKeyViolation(error)) throw error;
  throw validationFailed({ user_id: [noticeMessages.userUnknown] });
}
