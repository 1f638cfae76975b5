const day = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short' });

/** The date in the reader's time zone. */
export function formatLocalDay(timestamp: string): string {
  return day.format(new Date(timestamp));
}

/** The date and the time to the minute, in the reader's time zone. */
export function formatLocalTime(timestamp: string): string {
  return moment.format(new Date(timestamp));
}

export function LocalTime({ at }: { at: string }) {
  return <time dateTime={at}>{formatLocalTime(at)}</time>;
}
