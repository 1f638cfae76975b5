/** Timestamps in the reader's time zone. */
const localFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-AU', options);
  return (timestamp: string): string => format.format(new Date(timestamp));
};

export const formatLocalDay = localFormat({ dateStyle: 'medium' });

export const formatLocalLongDay = localFormat({ dateStyle: 'long' });

/** To the minute. */
export const formatLocalTime = localFormat({ dateStyle: 'medium', timeStyle: 'short' });

export function LocalTime({ at }: { at: string }) {
  return <time dateTime={at}>{formatLocalTime(at)}</time>;
}
