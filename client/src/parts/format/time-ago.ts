const relative = new Intl.RelativeTimeFormat('en-AU');

const units = [
  ['day', 24 * 60 * 60],
  ['hour', 60 * 60],
  ['minute', 60],
] as const;

/** The elapsed time in its largest whole unit, such as `2 hours ago`. */
export function timeAgo(timestamp: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(timestamp)) / 1000));
  const largest = units.find(([, length]) => seconds >= length);
  if (!largest) return 'just now';
  const [unit, length] = largest;
  return relative.format(-Math.floor(seconds / length), unit);
}
