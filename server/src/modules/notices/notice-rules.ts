import { noticeMessages } from 'contract/notices/notices.constants.ts';
import type { FieldErrors } from 'contract/errors.ts';
import { AppError, validationFailed } from '#errors.ts';
import type { NoticeModel } from '#generated/prisma/models.ts';

export type NoticeFields = Pick<
  NoticeModel,
  'title' | 'text' | 'level' | 'audience' | 'user_id' | 'starts_at' | 'ends_at' | 'is_draft'
>;

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
