import { UnbrokenDates } from './unbroken-dates.tsx';

/** `YYYY-MM-DD HH:MM:SS`. */
export function formatUtc(timestamp: string): string {
  return new Date(timestamp).toISOString().slice(0, 19).replace('T', ' ');
}

/** A null timestamp is displayed as `Never`. On phones the time may have a line of its own. */
export function UtcTime({ at }: { at: string | null }) {
  if (at === null) return 'Never';
  return (
    <time className="tabular-nums md:whitespace-nowrap" dateTime={at} title="UTC">
      <UnbrokenDates>{formatUtc(at)}</UnbrokenDates>
    </time>
  );
}
