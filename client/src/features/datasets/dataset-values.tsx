import { count } from 'contract/counts.ts';
import { useId } from 'react';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';

/** The values of the chart: one series, or two series for comparison. */
export interface ChartValues {
  unit: string;
  /** The titles of the series. */
  columns: readonly string[];
  /** One value per series; null if the series has none for the date. */
  rows: readonly { date: string; values: readonly (number | null)[] }[];
}

const number = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 4 });

export const formatValue = (value: number | null | undefined) =>
  typeof value === 'number' ? number.format(value) : '–';

interface ValueReaderProps extends ChartValues {
  /** The index of the selected row. */
  index: number;
  setIndex: (index: number) => void;
}

/** Makes the chart's values accessible by arrow keys. */
export function ValueReader({ unit, columns, rows, index, setIndex }: ValueReaderProps) {
  const id = useId();
  const { date = '', values = [] } = rows[index] ?? {};
  const named = columns.map((title, column) => {
    const value = formatValue(values[column]);
    return columns.length === 1 ? value : `${title} ${value}`;
  });
  const valueText = `${date}: ${named.join(', ')}`;
  return (
    <div className="flex flex-col gap-2">
      <label className="text-muted" htmlFor={id}>
        Read a value{' '}
        <output className="text-lg text-text tabular-nums" htmlFor={id}>
          {valueText} <span className="text-sm text-muted">{unit}</span>
        </output>
      </label>
      <input
        className="w-full accent-accent"
        id={id}
        type="range"
        min={0}
        max={rows.length - 1}
        value={index}
        aria-valuetext={`${valueText} ${unit}`}
        onChange={({ target }) => setIndex(Number(target.value))}
      />
    </div>
  );
}

export function ValueTable({ unit, columns, rows }: ChartValues) {
  const isOverlay = columns.length > 1;
  return (
    <details className="print:details-content:[content-visibility:visible]">
      <summary>All {count(rows.length, isOverlay ? 'year' : 'value')} as a table</summary>
      <Table caption={`${columns.join(' and ')}, ${unit}`}>
        <FigureHead row={isOverlay ? 'Year' : 'Date'} figures={isOverlay ? columns : ['Value']} />
        <FigureRows rows={rows.map(({ date, values }) => [date, ...values.map(formatValue)])} />
      </Table>
    </details>
  );
}
