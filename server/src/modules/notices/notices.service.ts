import {
  type CreateNoticeBody,
  type ListNoticesBody,
  Notice,
  noticeAudiences,
  noticeMessages,
  type UpdateNoticeBody,
  type NoticeState,
} from 'contract/notices/notices.ts';
import { noticeLevels } from 'contract/notifications/notifications.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { FieldErrors } from 'contract/errors.ts';
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
import type { NoticeModel } from '#generated/prisma/models.ts';

type NoticeFields = Pick<
  NoticeModel,
  'title' | 'text' | 'level' | 'audience' | 'user_id' | 'starts_at' | 'ends_at' | 'is_draft'
>;

type Times = Pick<NoticeModel, 'is_draft' | 'withdrawn_at' | 'starts_at' | 'ends_at'>;

/** The condition of each state, for the list. */
const inState = (now: Date) =>
  ({
    withdrawn: { withdrawn_at: { not: null } },
    draft: { withdrawn_at: null, is_draft: true },
    scheduled: { withdrawn_at: null, is_draft: false, starts_at: { gt: now } },
    live: {
      withdrawn_at: null,
      is_draft: false,
      starts_at: { lte: now },
      OR: [{ ends_at: null }, { ends_at: { gt: now } }],
    },
    over: { withdrawn_at: null, is_draft: false, ends_at: { lte: now } },
  }) as const satisfies Record<NoticeState, Prisma.NoticeWhereInput>;

/** The same conditions for one notice. */
function stateOf({ is_draft, withdrawn_at, starts_at, ends_at }: Times, now: Date): NoticeState {
  if (withdrawn_at) return 'withdrawn';
  if (is_draft) return 'draft';
  if (starts_at && starts_at > now) return 'scheduled';
  return ends_at && ends_at <= now ? 'over' : 'live';
}

/** Whether the notice is or was live. */
const hasBegun = ({ is_draft, withdrawn_at, starts_at }: Times, now: Date): boolean =>
  !is_draft && starts_at !== null && starts_at <= (withdrawn_at ?? now);

/** Determines the start: for a published notice, a past or missing start means now. */
function checkNotice(notice: NoticeFields, now: Date): NoticeFields {
  const { audience, user_id, starts_at, ends_at, is_draft } = notice;
  const isAtOnce = starts_at === null || starts_at < now;
  const start = isAtOnce ? now : starts_at;
  const faults: FieldErrors = {
    ...(audience === 'user' && user_id === null && { user_id: [noticeMessages.userMissing] }),
    ...(audience !== 'user' && user_id !== null && { user_id: [noticeMessages.userSuperfluous] }),
    ...(ends_at && ends_at <= start && { ends_at: [noticeMessages.endBeforeStart] }),
  };
  if (Object.keys(faults).length > 0) throw validationFailed(faults);
  return { ...notice, starts_at: is_draft && isAtOnce ? null : start };
}

/** Allows only a change of the end, to a future time. A start of null or in the past means no change. */
function refuseChangeOfLive(stored: NoticeFields, changed: NoticeFields, now: Date): void {
  const { starts_at, ends_at } = changed;
  const isSameStart = starts_at === null || starts_at < now;
  const fixed = ['title', 'text', 'level', 'audience', 'user_id', 'is_draft'] as const;
  if (!isSameStart || fixed.some((field) => stored[field] !== changed[field])) {
    throw new AppError('conflict', noticeMessages.liveIsFixed);
  }
  const isSameEnd = ends_at?.getTime() === stored.ends_at?.getTime();
  if (ends_at && !isSameEnd && ends_at <= now)
    throw validationFailed({ ends_at: [noticeMessages.endInPast] });
}

/** Merges the changed fields into the stored ones. If the audience changes, the stored user is removed. */
function merge(stored: NoticeFields, change: Partial<NoticeFields>): NoticeFields {
  const { title, text, level, audience, starts_at, ends_at, is_draft } = stored;
  const user_id = (change.audience ?? audience) === 'user' ? stored.user_id : null;
  return { title, text, level, audience, user_id, starts_at, ends_at, is_draft, ...change };
}

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
export async function withdrawNotice({ database }: HasDatabase, actor: Actor, id: string) {
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
  // The actor of its creation is the author, whose name must not outlive an erasure.
  const { user_id: userId, title, created_by: _author, ...rest } = notice;
  await recordStaffEvent(tx, actor, {
    action,
    userId,
    subject: `the notice “${title}”`,
    details: { notice: { user_id: userId, title, ...rest } },
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
