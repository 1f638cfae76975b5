import { noticeMessages, type NoticeState } from 'contract/notices/notices.ts';
import type { FieldErrors } from 'contract/errors.ts';
import { AppError, validationFailed } from '#errors.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import type { NoticeModel } from '#generated/prisma/models.ts';

type NoticeFields = Pick<
  NoticeModel,
  'title' | 'text' | 'level' | 'audience' | 'user_id' | 'starts_at' | 'ends_at' | 'is_draft'
>;

type Times = Pick<NoticeModel, 'is_draft' | 'withdrawn_at' | 'starts_at' | 'ends_at'>;

/** The condition of each state, for the list. */
export const inState = (now: Date) =>
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
export function stateOf({ is_draft, withdrawn_at, starts_at, ends_at }: Times, now: Date): NoticeState {
  if (withdrawn_at) return 'withdrawn';
  if (is_draft) return 'draft';
  if (starts_at && starts_at > now) return 'scheduled';
  return ends_at && ends_at <= now ? 'over' : 'live';
}

/** Whether the notice is or was live. */
export const hasBegun = ({ is_draft, withdrawn_at, starts_at }: Times, now: Date): boolean =>
  !is_draft && starts_at !== null && starts_at <= (withdrawn_at ?? now);

/** Determines the start: for a published notice, a past or missing start means now. */
export function checkNotice(notice: NoticeFields, now: Date): NoticeFields {
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
export function refuseChangeOfLive(stored: NoticeFields, changed: NoticeFields, now: Date): void {
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
export function merge(stored: NoticeFields, change: Partial<NoticeFields>): NoticeFields {
  const { title, text, level, audience, starts_at, ends_at, is_draft } = stored;
  const user_id = (change.audience ?? audience) === 'user' ? stored.user_id : null;
  return { title, text, level, audience, user_id, starts_at, ends_at, is_draft, ...change };
}
