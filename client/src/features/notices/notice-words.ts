import type { NoticeAudience, NoticeState } from 'contract/notices/notices.constants.ts';
import type { NoticeLevel } from 'contract/notifications/notifications.constants.ts';
import type { ComponentProps } from 'react';
import type { Tag } from '#ui/feedback/tag.tsx';

type Tone = ComponentProps<typeof Tag>['tone'];

export const stateTones: Record<NoticeState, Tone> = {
  draft: 'quiet',
  scheduled: 'info',
  live: 'warn',
  over: 'quiet',
  withdrawn: 'quiet',
};

export const levelTones: Record<NoticeLevel, Tone> = {
  info: 'info',
  warning: 'warn',
  critical: 'critical',
};

export const audienceWords: Record<NoticeAudience, string> = {
  all: 'Everybody',
  premium: 'Premium users',
  staff: 'Staff',
  user: 'One user',
};

export const levelWords: Record<NoticeLevel, string> = {
  info: 'Info',
  warning: 'Warning',
  critical: 'Critical',
};
