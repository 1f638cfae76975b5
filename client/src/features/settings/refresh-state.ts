import type { Refresh } from 'contract/datasets/datasets.ts';
import { timeAgo } from './time-ago.ts';

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
  switch (state) {
    case 'waiting':
      return 'Not tried yet';
    case 'unchanged':
      return `Unchanged ${ago}`;
    case 'renewed':
      return `Renewed ${ago}`;
    case 'refused':
      return `Refused: ${reason}`;
    case 'unreachable':
      return `Cannot be reached: ${reason}`;
    case 'moved':
      return `Moved: ${reason}`;
  }
}
