/**
 * The day of a moment in a time zone, as YYYY-MM-DD. Formats of locales differ between browsers: `en-CA` is
 * 11/26/2026 in some, so the parts are put together here.
 */
export function dayIn(timeZone: string, moment: Date): string {
  const format = new Intl.DateTimeFormat('en-AU', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${parts['year']}-${parts['month']}-${parts['day']}`;
}
