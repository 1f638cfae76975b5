import type { LogLevel } from 'contract/records/records.ts';
import { cx } from '#ui/cx.ts';

/** The sign distinguishes a level without its colour. Only levels that need attention have one. */
const looks: Record<LogLevel, { sign: string; className: string }> = {
  DEBUG: { sign: '·', className: 'text-muted' },
  INFO: { sign: '·', className: 'text-muted' },
  WARNING: { sign: '!', className: 'text-warn' },
  ERROR: { sign: '×', className: 'text-error' },
  CRITICAL: { sign: '×', className: 'font-semibold text-error' },
};

/** The levels in ascending order of severity. */
export const logLevels = Object.keys(looks) as LogLevel[];

export function LogLevelTag({ level }: { level: LogLevel }) {
  const { sign, className } = looks[level];
  return (
    <span className={cx('whitespace-nowrap', className)}>
      <span aria-hidden="true">{sign}</span> {level}
    </span>
  );
}
