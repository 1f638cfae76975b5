export const dayMs = 86_400_000;

/** The day of a time in UTC, as YYYY-MM-DD. */
export const utcDay = (time: Date): string => time.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The time a number of days from now, in the form of the API. */
export const inDays = (days: string | number): string =>
  new Date(Date.now() + Number(days) * dayMs).toISOString();

/** Whether the text is a day of the calendar as YYYY-MM-DD. `Date.parse` reads 2026-02-31 as 3 March. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // The parser takes 30 February for a day in March.
  return new Date(time).getUTCDate() === Number(text.slice(8)) && !text.startsWith('0000');
}
