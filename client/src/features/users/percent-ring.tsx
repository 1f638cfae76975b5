import { cx } from '#ui/cx.ts';
import styles from './percent-ring.module.css';
import { fullnessOf, percentOf } from './storage-usage.ts';

const oneDecimal = new Intl.NumberFormat('en-AU', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  // Down, so that the figure never reaches a threshold before the colour does.
  roundingMode: 'floor',
});
const count = new Intl.NumberFormat('en-AU');

const states = { ok: 'Plenty of room', warn: 'Filling up', hot: 'Nearly full' } as const;

/** What is used of what is allowed, as a ring and in words. */
export function PercentRing({ used, allowed }: { used: number; allowed: number }) {
  const percent = percentOf(used, allowed);
  const fullness = fullnessOf(percent);
  return (
    <div className={cx(styles.ring, styles[fullness])}>
      {/* The length of each circle counts as 100. */}
      <svg viewBox="0 0 120 120" aria-hidden="true" className={styles.drawing}>
        <circle className={styles.track} cx="60" cy="60" r="52" pathLength="100" />
        {percent > 0 && (
          <circle
            className={styles.used}
            cx="60"
            cy="60"
            r="52"
            pathLength="100"
            strokeDasharray={`${Math.min(percent, 100)} 100`}
          />
        )}
      </svg>
      <p className={styles.words}>
        <strong className={styles.percent}>{oneDecimal.format(percent)}%</strong>
        <span>
          {count.format(used)} / {count.format(allowed)} records
        </span>
        <span className={styles.state}>{percent >= 100 ? 'Full' : states[fullness]}</span>
      </p>
    </div>
  );
}
