import { Doughnut } from '#parts/doughnut.tsx';
import { cx } from '#ui/cx.ts';
import styles from './storage-breakdown.module.css';
import { shownCategories } from './storage-usage.ts';

interface StorageBreakdownProps {
  breakdown: Readonly<Record<string, number>>;
  total: number;
}

/** One colour for each category that may be shown, and for the rest. */
const tones = [
  { token: '--ok', swatch: styles.first },
  { token: '--info', swatch: styles.second },
  { token: '--warn', swatch: styles.third },
  { token: '--hot', swatch: styles.fourth },
  { token: '--accent-hover', swatch: styles.fifth },
  { token: '--dim', swatch: styles.rest },
] as const;

const count = new Intl.NumberFormat('en-AU');
const share = new Intl.NumberFormat('en-AU', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** Which kinds of records there are most of: a doughnut, and its figures. */
export function StorageBreakdown({ breakdown, total }: StorageBreakdownProps) {
  const categories = shownCategories(breakdown).map(({ label, value }, index) => ({
    label,
    value,
    tone: tones[index] ?? tones[5],
  }));
  const said = categories.map(({ label, value }) => `${label} ${count.format(value)}`).join(', ');
  return (
    <section className={styles.breakdown}>
      <h3 className={styles.title}>Storage Breakdown</h3>
      {total > 0 ? (
        <>
          <div className={styles.chart}>
            <Doughnut
              slices={categories.map(({ value, tone }) => ({ value, token: tone.token }))}
              label={`Doughnut chart: ${said}`}
            />
          </div>
          <dl className={styles.categories}>
            {categories.map(({ label, value, tone }) => (
              <div key={label} className={styles.category}>
                <dt>
                  <span className={cx(styles.swatch, tone.swatch)} aria-hidden="true" />
                  {label}
                </dt>
                <dd>
                  {count.format(value)} <span className={styles.share}>{share.format(value / total)}</span>
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p className={styles.none}>No records yet.</p>
      )}
    </section>
  );
}
