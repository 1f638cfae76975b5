import { nounAfter } from 'contract/counts.ts';
import { numberFormat } from 'contract/formats.ts';
import { unitSingulars } from 'contract/reports/reports.ts';
import { memo, useId } from 'react';
import { Chart } from '#parts/chart/chart.tsx';
import { formatNumber } from '#parts/format/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { UnbrokenDates } from '#ui/unbroken-dates.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import type { Series } from './reports.queries.ts';

interface SeriesPanelProps {
  series: Series;
  /** The starts of the points, in order. */
  starts: readonly string[];
  rangeText: string;
  /** Makes this the large chart; undefined for the large chart itself. */
  enlarge?: (() => void) | undefined;
}

export const SeriesPanel = memo(function SeriesPanel(props: SeriesPanelProps) {
  const { series, starts, rangeText, enlarge } = props;
  const id = useId();
  const { label, unit, total, complete_from, points } = series;
  const values = points.map(({ value }) => value);
  const highest = Math.max(...values);
  const peak = starts[values.indexOf(highest)];
  return (
    <section
      className="min-w-0 break-inside-avoid print:break-inside-auto print:[&_figure]:hidden"
      aria-labelledby={id}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className={cx('wrap-anywhere', enlarge ? 'text-md' : 'text-xl')} id={id}>
          {label}
        </h2>
        {enlarge && (
          <Button variant="ghost" onClick={enlarge}>
            Enlarge <VisuallyHidden>{label}</VisuallyHidden>
          </Button>
        )}
      </div>
      <p className="text-muted">
        <strong className="text-xl text-strong tabular-nums">{formatNumber(total)}</strong>{' '}
        {nounAfter(total, unitSingulars[unit] ?? unit, unit)}
      </p>
      <Comparison series={series} />
      {complete_from !== null && (
        <p className="text-xs text-muted">
          Complete from <UtcTime at={complete_from} /> UTC. Older records have been removed.
        </p>
      )}
      <Chart
        kind="bar"
        size={enlarge ? 'small' : 'large'}
        unit="number"
        labels={[...starts]}
        series={[{ name: label, color: 'ok', values }]}
        label={`Bar chart of ${label.toLowerCase()}, ${rangeText}: ${formatNumber(total)} in all, most in the interval from ${peak}, ${formatNumber(highest)}. Every interval stands in the table below.`}
      />
      <details className="mt-3 print:details-content:h-auto print:details-content:[content-visibility:visible] [&>div]:max-h-[24rem] [&>div]:overflow-y-auto print:[&>div]:max-h-none">
        <summary className="print:hidden">{label} as a table</summary>
        <Table caption={<UnbrokenDates>{`${label}, ${rangeText}`}</UnbrokenDates>}>
          <FigureHead row="From" figures={[unit]} />
          <FigureRows rows={points.map(({ value }, index) => [starts[index], formatNumber(value)])} />
        </Table>
      </details>
    </section>
  );
});

const percent = numberFormat({
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
});

/** Compared with the previous range of the same length. */
function Comparison({ series: { total, previous_total } }: { series: Series }) {
  return <p className="text-sm text-muted">{textOf(total, previous_total)}</p>;
}

function textOf(total: number, before: number | null): string {
  if (before === null) return 'The records of the previous range are not complete.';
  if (before === 0) return total === 0 ? 'The same as in the previous range.' : 'None in the previous range.';
  return `${percent.format((total - before) / before)} compared with the previous range (${formatNumber(before)})`;
}
