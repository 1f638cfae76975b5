import { Plot } from '#parts/chart/plot.tsx';
import { formatNumber } from '#parts/format/format.ts';
import type { Series } from './reports.queries.ts';

const hoursOfDay = 24;

/** A line chart of a day by hour until now, with the highest value as text. */
export function HourLine({ series: { label, total, points } }: { series: Series }) {
  const [peak] = points.toSorted((a, b) => b.value - a.value);
  return (
    <div>
      <p className="text-sm text-muted">
        {label} by hour.{' '}
        {peak && total > 0
          ? `Most in the hour from ${peak.start.slice(11, 16)}: ${formatNumber(peak.value)}.`
          : 'None so far.'}
      </p>
      {total > 0 && (
        <Plot
          className="my-2 h-7 w-full"
          kind="line"
          range={[0, peak?.value ?? 1]}
          series={[{ name: label, color: 'accent', values: dayOf(points) }]}
        />
      )}
    </div>
  );
}

/** The rest of the day has no values yet. */
const dayOf = (points: Series['points']) =>
  Array.from({ length: hoursOfDay }, (_, hour) => points[hour]?.value ?? null);
