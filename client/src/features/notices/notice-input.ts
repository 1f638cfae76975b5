import type { Notice, NoticeAudience } from 'contract/notices/notices.ts';
import type { NoticeLevel } from 'contract/notifications/notifications.constants.ts';
import type { NoticeChanges } from './notices.queries.ts';

/** As typed. */
export interface NoticeInput {
  title: string;
  text: string;
  level: NoticeLevel;
  audience: NoticeAudience;
  username: string;
  /** `YYYY-MM-DDTHH:MM` in UTC, or nothing. */
  starts_at: string;
  ends_at: string;
}

export function inputOf(notice: Notice | undefined, username: string): NoticeInput {
  if (!notice) {
    return { title: '', text: '', level: 'info', audience: 'all', username: '', starts_at: '', ends_at: '' };
  }
  const { title, text, level, audience, starts_at, ends_at } = notice;
  return {
    title,
    text,
    level,
    audience,
    username,
    starts_at: minuteOf(starts_at),
    ends_at: minuteOf(ends_at),
  };
}

const minuteOf = (timestamp: string | null) => timestamp?.slice(0, 16) ?? '';

/** An unchanged minute keeps its seconds. */
const timeOf = (minute: string, stored: string | null = null) =>
  minute === '' ? null : minute === minuteOf(stored) ? stored : `${minute}:00.000Z`;

export function changesOf(input: NoticeInput, notice: Notice | undefined, draft: boolean): NoticeChanges {
  const ends_at = timeOf(input.ends_at, notice?.ends_at);
  if (notice && isFixed(notice)) return { ends_at };
  const { username, ...fields } = input;
  return {
    ...fields,
    username: input.audience === 'user' ? username : '',
    starts_at: timeOf(input.starts_at, notice?.starts_at),
    ends_at,
    draft,
  };
}

/** Only the end of a live notice can change. */
export const isFixed = ({ state }: Notice): boolean => state === 'live' || state === 'over';
