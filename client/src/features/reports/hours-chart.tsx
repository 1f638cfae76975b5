import { TimeLines } from '#parts/chart/time-lines.tsx';
import { cx } from '#ui/cx.ts';
import { formatNumber } from '#parts/format/format.ts';
import type { Series } from './reports.queries.ts';

interface HoursChartProps {
  /** `HH:MM`. */
  now: string;
  /** Its points end with the hour under way. */
  today: Series;
  yesterday: Series | undefined;
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
const axis = { kind: 'bar', unit: 'number', labelEvery: 6, isLabelledAtStarts: true } as const;

/** A column for each hour of today until now, below yesterday's steps. The arrow keys read an hour of both. */
export function HoursChart({ now, today, yesterday }: HoursChartProps) {
  const noun = today.label.toLowerCase();
  const valuesOf = ({ points }: Series) => hours.map((_, hour) => points[hour]?.value ?? null);
  const [counts, before] = [valuesOf(today), yesterday && valuesOf(yesterday)];
  const last = today.points.length - 1;
  const textOf = (hour: number) => {
    const parts = [
      textOfValue(counts[hour], hour === last ? ' today so far' : ' today'),
      textOfValue(before?.[hour], ' yesterday'),
    ].filter(Boolean);
    return `${noun[0]?.toUpperCase()}${noun.slice(1)} from ${hours[hour]}:00 to ${String(hour + 1).padStart(2, '0')}:00: ${parts.join(', ')}.`;
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
        <h3 className="text-md">{today.label} by hour</h3>
        <p className="text-xs text-muted">
          {peakText(today, 'Most')} {yesterday && yesterday.total > 0 && peakText(yesterday, 'Yesterday')}
        </p>
      </div>
      <TimeLines
        label={`${today.label} by hour, today and yesterday`}
        selectLabel="Hour of the chart"
        className="h-[10.5rem]"
        axis={axis}
        dates={hours}
        current={hours[last] ?? ''}
        textOf={textOf}
        overPlot={
          <>
            <span
              className={cx(
                'absolute inset-y-0 flex items-end border-strong font-semibold whitespace-nowrap text-strong',
                // In the afternoon there is room on the left alone.
                last < 12 ? 'border-s ps-1' : '-translate-x-full border-e pe-1',
              )}
              style={{ left: `${(100 * (last + Number(now.slice(3)) / 60)) / hours.length}%` }}
            >
              <span className="bg-bg px-1">{now} now</span>
            </span>
            <span className="absolute top-full right-0 translate-x-1/2 pt-[0.6em] text-muted">24</span>
          </>
        }
        series={[
          { name: `today ${formatNumber(today.total)}`, color: 'accent', values: counts },
          ...(before && yesterday
            ? [
                {
                  name: `yesterday ${formatNumber(yesterday.total)}`,
                  color: 'muted' as const,
                  isDashed: true,
                  isStepped: true,
                  values: before,
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}

const textOfValue = (value: number | null | undefined, words: string) =>
  typeof value === 'number' ? formatNumber(value) + words : '';

function peakText({ total, points }: Series, words: string): string {
  const [peak] = points.toSorted((one, other) => other.value - one.value);
  if (!peak || total === 0) return 'None so far today.';
  const from = `from ${peak.start.slice(11, 16)}: ${formatNumber(peak.value)}.`;
  return words === 'Most' ? `Most in the hour ${from}` : `${words} ${from}`;
}
