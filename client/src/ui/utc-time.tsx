import styles from './utc-time.module.css';

/** `YYYY-MM-DD HH:MM:SS` in UTC, of a timestamp as the API writes it. */
export function formatUtc(timestamp: string): string {
  return new Date(timestamp).toISOString().slice(0, 19).replace('T', ' ');
}

/** A moment in UTC, for those who compare it with a server's; null is one that never was. */
export function UtcTime({ at }: { at: string | null }) {
  if (at === null) return 'Never';
  return (
    <time className={styles.time} dateTime={at} title="UTC">
      {formatUtc(at)}
    </time>
  );
}
