import { dayIn } from 'contract/day-in.ts';
import { dayMs } from 'contract/days.ts';
import type { StoredBackup } from './backup-files.ts';

/** The time zone of the process, which `TZ` sets. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const hourOf = (at: Date, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-AU', { timeZone, hourCycle: 'h23', hour: 'numeric' }).format(at));

/** The number of the local day, counted from 1970. The calendar alone counts, so a day may have 23 or 25 hours. */
export const dayOf = (at: Date, timeZone: string): number => Date.parse(dayIn(timeZone, at)) / dayMs;

/** Weeks begin on Monday. 1970 began on a Thursday. */
const weekOf = (at: Date, timeZone: string) => Math.floor((dayOf(at, timeZone) + 3) / 7);

const monthOf = (at: Date, timeZone: string) => dayIn(timeZone, at).slice(0, 'YYYY-MM'.length);

interface Rhythm {
  /** From 0 to 23. */
  hour: number;
  timeZone: string;
}

/** The local day to whose backup a time belongs. Before the hour, that is the day before. */
function backupDayOf(at: Date, { hour, timeZone }: Rhythm): number {
  const day = dayOf(at, timeZone);
  return hourOf(at, timeZone) < hour ? day - 1 : day;
}

/** Whether the hour of a day has passed since `last`. */
export const isDayDue = (now: Date, last: Date, rhythm: Rhythm): boolean =>
  backupDayOf(last, rhythm) < backupDayOf(now, rhythm);

/** The numbers of days, weeks and months of which the newest backup stays. */
const periods = [
  [dayOf, 7],
  [weekOf, 4],
  [monthOf, 6],
] as const;

/**
 * The automatic backups to delete. It counts days that have a backup, whatever the time is now, so that a clock that is set
 * forward deletes nothing. What is dated in the future, by a clock that was set back since, stays and counts for nothing. The
 * last one that a check has restored stays as well.
 */
export function superfluousBackups(
  backups: readonly StoredBackup[],
  now: Date,
  timeZone: string,
): StoredBackup[] {
  const sorted = backups
    .filter(({ kind, startedAt }) => kind !== 'by_hand' && startedAt <= now)
    .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  const staying = new Set([sorted.find(({ check }) => check?.fault === null)]);
  for (const [periodOf, most] of periods) {
    const found = new Set<number | string>();
    for (const backup of sorted) {
      const period = periodOf(backup.startedAt, timeZone);
      if (found.has(period) || found.size === most) continue;
      found.add(period);
      staying.add(backup);
    }
  }
  return sorted.filter((backup) => !staying.has(backup));
}
