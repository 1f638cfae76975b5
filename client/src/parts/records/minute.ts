/** The filter by the minute of a time. */
export function minuteOf(timestamp: string): { created_after: string; created_before: string } {
  const minute = timestamp.slice(0, 'YYYY-MM-DDTHH:MM'.length);
  return { created_after: `${minute}:00Z`, created_before: `${minute}:59.999Z` };
}
