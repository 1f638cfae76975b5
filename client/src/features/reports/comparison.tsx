import { formatNumber } from '#parts/format/format.ts';
import type { Series } from './reports.queries.ts';

const percent = new Intl.NumberFormat('en-AU', {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
});

/** Compared with the previous range of the same length. */
export function Comparison({ series: { total, previous_total } }: { series: Series }) {
  return <p className="text-sm text-muted">{textOf(total, previous_total)}</p>;
}

function textOf(total: number, before: number | null): string {
  if (before === null) return 'The records of the previous range are not complete.';
  if (before === 0) return total === 0 ? 'The same as in the previous range.' : 'None in the previous range.';
  return `${percent.format((total - before) / before)} compared with the previous range (${formatNumber(before)})`;
}
