/** Today in the user's time zone, as YYYY-MM-DD. */
export function localDate(now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}
