import type { Refresh } from 'contract/datasets/datasets.ts';
import { newerVersionText } from 'contract/texts.ts';
import { timeAgo } from '#parts/format/time-ago.ts';

interface StateOptions {
  /** Whether the setting `data_refresh` is on. */
  isOn: boolean;
  /** The current time in milliseconds. */
  now: number;
}

/** How the last attempt ended, such as `Renewed 2 hours ago` or `Refused: is not CSV but HTML`. */
export function refreshStateText(
  { is_running, state, tried_at, reason }: Pick<Refresh, 'is_running' | 'state' | 'tried_at' | 'reason'>,
  { isOn, now }: StateOptions,
): string {
  if (!isOn) return 'Off';
  if (is_running) return 'Under way';
  const ago = tried_at ? timeAgo(tried_at, now) : '';
  return {
    waiting: 'Not tried yet',
    unchanged: `Unchanged ${ago}`,
    renewed: `Renewed ${ago}`,
    refused: `Refused: ${reason}`,
    unreachable: `Cannot be reached: ${reason}`,
    moved: `Moved: ${reason}`,
    unknown: newerVersionText,
  }[state];
}
