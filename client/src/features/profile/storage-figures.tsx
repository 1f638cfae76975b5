import { storageLimits } from 'contract/files.constants.ts';
import { Doughnut } from '#parts/chart/doughnut.tsx';
import { formatNumber } from '#parts/format.ts';
import { cx } from '#ui/cx.ts';
import typography from '#ui/typography.module.css';
import layout from '#ui/layout.module.css';
import styles from './storage-figures.module.css';

const oneDecimal = new Intl.NumberFormat('en-AU', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  // Rounded down, so that the figure never reaches a threshold before the colour.
  roundingMode: 'floor',
});

const states = { ok: 'Plenty of room', warn: 'Filling up', hot: 'Nearly full' } as const;

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
          {formatNumber(used)} / {formatNumber(allowed)} records
        </span>
        <span className={typography.note}>{percent >= 100 ? 'Full' : states[fullness]}</span>
      </p>
    </div>
  );
}

export function fullnessOf(percent: number): keyof typeof states {
  if (percent < storageLimits.warnPercent) return 'ok';
  return percent < storageLimits.hotPercent ? 'warn' : 'hot';
}

/** Over 100 if records that are not limited exceed the limit. */
function percentOf(used: number, allowed: number): number {
  return allowed === 0 ? 100 : (100 * used) / allowed;
}

interface StorageBreakdownProps {
  breakdown: Readonly<Record<string, number>>;
  total: number;
}

/** The last one is for Other. */
const tones = [
  { token: '--ok', swatch: styles.first },
  { token: '--info', swatch: styles.second },
  { token: '--warn', swatch: styles.third },
  { token: '--hot', swatch: styles.fourth },
  { token: '--accent-hover', swatch: styles.fifth },
  { token: '--dim', swatch: styles.rest },
] as const;

const share = new Intl.NumberFormat('en-AU', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

export function StorageBreakdown({ breakdown, total }: StorageBreakdownProps) {
  const categories = shownCategories(breakdown).map(({ label, value }, index) => ({
    label,
    value,
    tone: tones[index] ?? tones[5],
  }));
  const said = categories.map(({ label, value }) => `${label} ${formatNumber(value)}`).join(', ');
  return (
    <section className={layout.stack}>
      <h3 className={styles.title}>Storage Breakdown</h3>
      {total > 0 ? (
        <>
          <div className={styles.chart}>
            <Doughnut
              slices={categories.map(({ value, tone }) => ({ value, token: tone.token }))}
              label={`Doughnut chart: ${said}`}
            />
          </div>
          <dl>
            {categories.map(({ label, value, tone }) => (
              <div key={label} className={styles.category}>
                <dt>
                  <span className={cx(styles.swatch, tone.swatch)} aria-hidden="true" />
                  {label}
                </dt>
                <dd>
                  {formatNumber(value)} <span className={styles.share}>{share.format(value / total)}</span>
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p className={typography.muted}>No records yet.</p>
      )}
    </section>
  );
}

interface Category {
  label: string;
  value: number;
}

/** Largest first; the rest is summed up as Other. */
export function shownCategories(breakdown: Readonly<Record<string, number>>): Category[] {
  const categories = Object.entries(breakdown)
    .map(([label, value]) => ({ label, value }))
    .toSorted((a, b) => b.value - a.value);
  const shown = categories.slice(0, storageLimits.shownCategories);
  const others = categories.slice(storageLimits.shownCategories);
  if (others.length === 0) return shown;
  return [...shown, { label: 'Other', value: others.reduce((sum, { value }) => sum + value, 0) }];
}
