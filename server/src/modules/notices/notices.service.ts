import {
  type CreateNoticeBody,
  type ListNoticesBody,
  Notice,
  noticeAudiences,
  noticeMessages,
  type UpdateNoticeBody,
} from 'contract/notices/notices.ts';
import { noticeLevels } from 'contract/notifications/notifications.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { recordStaffEvent } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { containing, orderBy, placeMatches } from '#domain/lists/small-lists.ts';
import { announceNotifications } from '#domain/notifications/notifications.queries.ts';
import { lockCallerAgainstDeletion } from '#domain/accounts/permissions.ts';
import { ofNewerVersion } from '#domain/stored-json.ts';
import { AppError, validationFailed } from '#errors.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import { type HasDatabase, isForeignKeyViolation, type Transaction } from '#platform/database/database.ts';
import { checkNotice, hasBegun, inState, merge, refuseChangeOfLive, stateOf } from './notice-rules.ts';

export async function listNotices(
  { database }: HasDatabase,
  { text, level, state, sort, ...paging }: z.output<typeof ListNoticesBody>,
) {
  const now = await readClock(database);
  const where: Prisma.NoticeWhereInput = {
    ...(text !== undefined && { search_text: await containing(database, text) }),
    ...(level && { level }),
    ...(state && inState(now)[state]),
  };
  const { notice } = database.prisma;
  const totalNotice = await notice.count({ where });
  const { place, range } = placeMatches(paging, totalNotice, where, noticeMessages.noneFound);
  const order = orderBy(sort, { time: 'created_at', name: 'search_text' });
  const rows = await notice.findMany({ where, orderBy: order, ...range, ...withReaders });
  return { data: rows.map((row) => toNotice(row, now)), totalNotice, ...place };
}

export async function readNotice({ database }: HasDatabase, id: string): Promise<Notice> {
  const notice = await database.prisma.notice.findUniqueOrThrow({ where: { id }, ...withReaders });
  return toNotice(notice, await readClock(database));
}

export async function createNotice(
  { database }: HasDatabase,
  actor: Actor,
  { draft, ...body }: z.output<typeof CreateNoticeBody>,
): Promise<Notice> {
  return database.prisma
    .$transaction(async (tx) => {
      await lockCallerAgainstDeletion(tx, actor.caller);
      const now = await readClock(tx);
      const data = { ...checkNotice({ ...body, is_draft: draft }, now), id: uuidv7() };
      const created_by_id = actor.caller.user.id;
      const notice = await tx.notice.create({ data: { ...data, created_by_id }, ...withReaders });
      return record(tx, actor, 'createNotice', toNotice(notice, now));
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
      const now = await readClock(tx);
      const stored = await lockNotice(tx, id, now);
      if (!isKnown(stored)) throw ofNewerVersion();
      if (stored.withdrawn_at) throw new AppError('conflict', noticeMessages.withdrawnIsFixed);
      const changed = merge(stored, { ...body, ...(draft !== undefined && { is_draft: draft }) });
      if (hasBegun(stored, now)) refuseChangeOfLive(stored, changed, now);
      const data = hasBegun(stored, now) ? { ends_at: changed.ends_at } : checkNotice(changed, now);
      const notice = await tx.notice.update({ where: { id }, data, ...withReaders });
      return record(tx, actor, 'updateNotice', toNotice(notice, now));
    })
    .catch(refuseUnknownUser);
}

export async function deleteNotice({ database }: HasDatabase, actor: Actor, id: string): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const now = await readClock(tx);
    const stored = await lockNotice(tx, id, now);
    if (hasBegun(stored, now)) throw new AppError('conflict', noticeMessages.liveIsWithdrawn);
    await tx.notice.delete({ where: { id } });
    await record(tx, actor, 'deleteNotice', toNotice(stored, now));
  });
}

/** Idempotent. */
export async function withdrawNotice(
  { database }: HasDatabase,
  actor: Actor,
  id: string,
): Promise<Notice & { isRepeated: boolean }> {
  return database.prisma.$transaction(async (tx) => {
    const now = await readClock(tx);
    const data = { withdrawn_at: now, date_updated: now };
    const { count } = await tx.notice.updateMany({ where: { id, withdrawn_at: null }, data });
    const notice = toNotice(await tx.notice.findUniqueOrThrow({ where: { id }, ...withReaders }), now);
    if (count === 0) return { ...notice, isRepeated: true };
    return { ...(await record(tx, actor, 'withdrawNotice', notice)), isRepeated: false };
  });
}

const isKnown = ({ level, audience }: { level: string; audience: string }): boolean =>
  (noticeLevels as readonly string[]).includes(level) &&
  (noticeAudiences as readonly string[]).includes(audience);

/** Updates the row, which locks it until the transaction ends. */
const lockNotice = (tx: Transaction, id: string, now: Date) =>
  tx.notice.update({ where: { id }, data: { date_updated: now }, ...withReaders });

/** Records the change, and announces it to the open streams unless no user can see it. */
async function record(
  tx: Transaction,
  actor: Actor,
  action: 'createNotice' | 'updateNotice' | 'withdrawNotice' | 'deleteNotice',
  notice: Notice,
): Promise<Notice> {
  const { user_id: userId, title } = notice;
  await recordStaffEvent(tx, actor, {
    action,
    userId,
    subject: `the notice “${title}”`,
    details: { notice },
  });
  if (notice.state !== 'draft') await announceNotifications(tx, null);
  return notice;
}

function refuseUnknownUser(error: unknown): never {
  if (!isForeignKeyViolation(error)) throw error;
  throw validationFailed({ user_id: [noticeMessages.userUnknown] });
}

const withReaders = {
  include: { created_by: { select: { username: true } }, _count: { select: { reads: true } } },
  omit: { search_text: true },
} as const;

function toNotice(stored: Prisma.NoticeGetPayload<typeof withReaders>, now: Date): Notice {
  const { created_by, _count: counts } = stored;
  const derived = { state: stateOf(stored, now), read_count: counts.reads };
  return Notice.parse({ ...stored, ...derived, created_by: created_by?.username ?? null });
}
