import { storageLimits } from 'contract/files/files.constants.ts';
import { numberFormat } from 'contract/formats.ts';
import { Doughnut, ring } from '#parts/chart/doughnut.tsx';
import { formatNumber } from '#parts/format/format.ts';
import { cx } from '#ui/cx.ts';

const oneDecimal = numberFormat({
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  // Rounded down, so that the figure never reaches a threshold before the colour.
  roundingMode: 'floor',
});

const states = { ok: 'Plenty of room', warn: 'Filling up', hot: 'Nearly full' } as const;

const toneClasses = {
  ok: '[--tone:var(--ok)]',
  warn: '[--tone:var(--warn)]',
  hot: '[--tone:var(--hot)]',
} as const;

export function PercentRing({ used, allowed }: { used: number; allowed: number }) {
  const percent = percentOf(used, allowed);
  const fullness = fullnessOf(percent);
  return (
    <div
      className={cx(
        'flex items-center justify-center gap-4 max-sm:flex-col max-sm:text-center',
        toneClasses[fullness],
      )}
    >
      <svg viewBox="0 0 120 120" aria-hidden="true" className="size-[7.5rem] flex-none -rotate-90">
        <circle
          className="fill-none stroke-rule stroke-10 opacity-60 forced-colors:stroke-[GrayText]"
          {...ring}
        />
        {percent > 0 && (
          <circle
            className="fill-none stroke-(--tone) stroke-10 forced-colors:stroke-[Highlight]"
            {...ring}
            strokeDasharray={`${Math.min(percent, 100)} 100`}
          />
        )}
      </svg>
      <p className="flex flex-col tabular-nums">
        <strong className="text-2xl leading-[1.2] text-(--tone)">{oneDecimal.format(percent)}%</strong>
        <span>
          {formatNumber(used)} / {formatNumber(allowed)} records
        </span>
        <span className="text-sm text-muted">{percent >= 100 ? 'Full' : states[fullness]}</span>
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

/** The last tone is for Other. */
const tones = [
  { token: '--ok', swatchClass: 'bg-ok' },
  { token: '--info', swatchClass: 'bg-info' },
  { token: '--warn', swatchClass: 'bg-warn' },
  { token: '--hot', swatchClass: 'bg-hot' },
  { token: '--accent-hover', swatchClass: 'bg-accent-hover' },
  { token: '--dim', swatchClass: 'bg-dim' },
] as const;

const share = numberFormat({
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

export function StorageBreakdown({ breakdown, total }: StorageBreakdownProps) {
  const categories = breakdownCategories(breakdown).map(({ label, value }, index) => ({
    label,
    value,
    tone: tones[index] ?? tones[5],
  }));
  const categoryTexts = categories.map(({ label, value }) => `${label} ${formatNumber(value)}`).join(', ');
  return (
    <section className="flex flex-col gap-4">
      <h3 className="text-sm">Storage Breakdown</h3>
      {total > 0 ? (
        <>
          <div className="relative size-[10rem] self-center">
            <Doughnut
              slices={categories.map(({ value, tone }) => ({ value, token: tone.token }))}
              label={`Doughnut chart: ${categoryTexts}`}
            />
          </div>
          <dl>
            {categories.map(({ label, value, tone }) => (
              <div
                key={label}
                className="flex items-baseline justify-between gap-x-4 gap-y-2 border-b border-rule py-2 text-sm tabular-nums last:border-b-0"
              >
                <dt className="flex items-baseline gap-3 text-muted">
                  <span
                    className={cx(
                      'size-[0.75em] flex-none forced-colors:forced-color-adjust-none',
                      tone.swatchClass,
                    )}
                    aria-hidden="true"
                  />
                  {label}
                </dt>
                <dd className="flex-none">
                  {formatNumber(value)}{' '}
                  <span className="inline-block min-w-[6ch] text-right text-muted">
                    {share.format(value / total)}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p className="text-muted">No records yet.</p>
      )}
    </section>
  );
}

/** Largest first; the rest is summed up as Other. */
export function breakdownCategories(breakdown: Readonly<Record<string, number>>) {
  const categories = Object.entries(breakdown)
    .map(([label, value]) => ({ label, value }))
    .toSorted((a, b) => b.value - a.value);
  const largest = categories.slice(0, storageLimits.breakdownCategories);
  const others = categories.slice(storageLimits.breakdownCategories);
  if (others.length === 0) return largest;
  return [...largest, { label: 'Other', value: others.reduce((sum, { value }) => sum + value, 0) }];
}
