import { count } from 'contract/counts.ts';
import { validationFailed } from '#errors.ts';

/** Refuses an end that is too soon or too late. */
export function refuseEnd(
  end: Date,
  now: Date,
  { shortestMinutes, longestDays }: { shortestMinutes: number; longestDays: number },
): void {
  const minutes = (end.getTime() - now.getTime()) / 60_000;
  if (minutes >= shortestMinutes && minutes <= longestDays * 24 * 60) return;
  const shortest =
    shortestMinutes % 60 === 0 ? count(shortestMinutes / 60, 'hour') : count(shortestMinutes, 'minute');
  throw validationFailed({ ends_at: [`Must be from ${shortest} to ${longestDays} days from now.`] });
}
