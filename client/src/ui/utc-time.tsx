/** `YYYY-MM-DD HH:MM:SS`. */
export function formatUtc(timestamp: string): string {
  return new Date(timestamp).toISOString().slice(0, 19).replace('T', ' ');
}

/** A null timestamp is displayed as `Never`. */
export function UtcTime({ at }: { at: string | null }) {
  if (at === null) return 'Never';
  return (
    <time className="whitespace-nowrap tabular-nums max-md:whitespace-normal" dateTime={at} title="UTC">
      {formatUtc(at)}
    </time>
  );
}
