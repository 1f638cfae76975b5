/** One formatter for all rows: making one costs a hundred times what using it does. */
const longDate = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long' });

/** A day in the reader's time zone, such as 21 November 2026. */
export function FriendDate({ timestamp }: { timestamp: string }) {
  return <time dateTime={timestamp}>{longDate.format(new Date(timestamp))}</time>;
}
