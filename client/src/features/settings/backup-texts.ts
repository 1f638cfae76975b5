import type { Backup } from 'contract/backups/backups.ts';
import { dayIn } from 'contract/day-in.ts';
import { dayMs } from 'contract/days.ts';

interface Clock {
  /** The time zone of the server, in which the hour of the daily backup is set. */
  timeZone: string;
  /** The current time in milliseconds. */
  now: number;
}

/** The number of the local day. */
const dayOf = (at: number, timeZone: string) => Date.parse(dayIn(timeZone, new Date(at))) / dayMs;

const format = (at: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-AU', options).format(at);

/** `today`, `yesterday`, a day of the last week such as `on Sunday`, or `on 31 January 2026`. */
function dayText(timestamp: string, { timeZone, now }: Clock): string {
  const at = Date.parse(timestamp);
  const days = dayOf(now, timeZone) - dayOf(at, timeZone);
  if (days === 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days > 1 && days < 7) return `on ${format(at, { timeZone, weekday: 'long' })}`;
  return `on ${format(at, { timeZone, day: 'numeric', month: 'long', year: 'numeric' })}`;
}

/** Such as `14.2 MB`, as operating systems display the size of a file. */
export function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(0)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Such as `Today 03:00`. */
export function backupTimeText({ created_at }: Pick<Backup, 'created_at'>, clock: Clock): string {
  const time = format(Date.parse(created_at), {
    timeZone: clock.timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const day = dayText(created_at, clock).replace(/^on /, '');
  return `${day.charAt(0).toUpperCase()}${day.slice(1)} ${time}`;
}

/** Such as `checked on Sunday`. */
export function checkText(
  { checked_at, check_fault }: Pick<Backup, 'checked_at' | 'check_fault'>,
  clock: Clock,
): string {
  if (checked_at === null) return 'not checked';
  return `${check_fault === null ? 'checked' : 'failed its check'} ${dayText(checked_at, clock)}`;
}
