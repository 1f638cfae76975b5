/** `YYYY-MM-DD HH:MM:SS`. */
export function formatUtc(timestamp: string): string {
  return new Date(timestamp).toISOString().slice(0, 19).replace('T', ' ');
}

/** A null timestamp is displayed as `Never`. On phones the time may have a line of its own. */
export function UtcTime({ at }: { at: string | null }) {
  if (at === null) return 'Never';
  const text = formatUtc(at);
  return (
    <time className="whitespace-nowrap tabular-nums" dateTime={at} title="UTC">
      {text.slice(0, 11)}
      <wbr className="md:hidden" />
      {text.slice(11)}
    </time>
  );
}
