import type { LogLevel } from 'contract/records/records.ts';
import type { ComponentProps } from 'react';
import { Tag } from '#ui/feedback/tag.tsx';

const tones: Record<LogLevel, ComponentProps<typeof Tag>['tone']> = {
  DEBUG: 'quiet',
  INFO: 'info',
  WARNING: 'warn',
  ERROR: 'error',
  CRITICAL: 'critical',
};

/** The levels in ascending order of severity. */
export const logLevels = Object.keys(tones) as LogLevel[];

export function LogLevelTag({ level }: { level: LogLevel }) {
  return <Tag tone={tones[level]}>{level}</Tag>;
}
