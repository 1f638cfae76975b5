import { formatNumber } from '#parts/format/format.ts';
import type { Series } from './reports.queries.ts';

const width = 240;
const height = 40;

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
        <svg
          className="my-2 h-7 w-full fill-none stroke-accent stroke-2"
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <polyline
            className="[vector-effect:non-scaling-stroke]"
            points={lineOf(points.map(({ value }) => value))}
          />
        </svg>
      )}
    </div>
  );
}

function lineOf(values: readonly number[]): string {
  const highest = Math.max(1, ...values);
  const step = width / (hoursOfDay - 1);
  return values
    .map((value, index) => `${index * step},${height - 1 - (value / highest) * (height - 2)}`)
    .join(' ');
}
