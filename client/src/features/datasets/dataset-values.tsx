import { count } from 'contract/counts.ts';
import { decimalFormat, withMinus } from 'contract/formats.ts';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useIsStatic } from '#parts/page/today.ts';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';
import { Chart } from '#parts/chart/chart.tsx';

/** The values of the chart: one series, or two series for comparison. */
export interface ChartValues {
  unit: string;
  /** Those of the source; null for computed values. */
  decimals: number | null;
  /** The titles of the series. */
  columns: readonly string[];
  dateText: (date: string) => string;
  /** One value per series; null if the series has none for the date. */
  rows: readonly { date: string; values: readonly (number | null)[] }[];
}

const mostDecimals = 4;
/** So that `4.6` is beside `4.35` as `4.60`. */
const paddedDecimals = 2;

/** Writes values with the decimals of their source, or with as many as the others, up to two, and not rounded to fewer. */
export function fullWriter(
  values: readonly (number | null)[],
  decimals: number | null,
): (value: number | null | undefined) => string {
  const lengths = values.map((value) => String(value ?? '').split('.')[1]?.length ?? 0);
  const minimumFractionDigits = Math.min(decimals ?? Math.max(0, ...lengths), paddedDecimals);
  const format = decimalFormat(minimumFractionDigits, mostDecimals);
  return (value) => (typeof value === 'number' ? withMinus(format.format(value)) : '–');
}

const steps = new Map([
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['ArrowRight', 1],
  ['ArrowUp', 1],
]);

/** A writer for each column. */
const writersOf = ({ rows, columns, decimals }: ChartValues) =>
  columns.map((_, column) =>
    fullWriter(
      rows.map(({ values }) => values[column] ?? null),
      decimals,
    ),
  );

/** The rows in a page of the server: all of them would be most of what some pages weigh. */
const mostStaticRows = 60;

export function ValueTable(props: ChartValues) {
  const { unit, columns, dateText, rows } = props;
  const writers = writersOf(props);
  const isOverlay = columns.length > 1;
  const isStatic = useIsStatic();
  const listed = isStatic ? rows.slice(-mostStaticRows) : rows;
  return (
    <details className="print:details-content:[content-visibility:visible]">
      <summary>All {count(rows.length, isOverlay ? 'year' : 'value')} as a table</summary>
      <Table caption={`${columns.join(' and ')}, ${unit}`}>
        <FigureHead row={isOverlay ? 'Year' : 'Date'} figures={isOverlay ? columns : ['Value']} />
        <FigureRows
          rows={listed.map(({ date, values }) => [
            dateText(date),
            ...values.map((value, column) => writers[column]!(value)),
          ])}
        />
      </Table>
      {rows.length > mostStaticRows && (
        <noscript>The table has the last {mostStaticRows} rows, and the CSV has all of them.</noscript>
      )}
    </details>
  );
}

interface ReadableChartProps extends Pick<
  ComponentProps<typeof Chart>,
  'labels' | 'series' | 'label' | 'hasYears'
> {
  values: ChartValues;
  /** Beside the value that is read. */
  children: ReactNode;
}

/** A line chart whose values can be read with the pointer or with the slider below it. Arrow keys lead to the next value. */
export function ReadableChart({ labels, series, label, hasYears, values, children }: ReadableChartProps) {
  const { rows, unit, columns, dateText } = values;
  const id = useId();
  const indexOfLast = (isRight: (row: ChartValues['rows'][number]) => boolean) =>
    Math.max(rows.findLastIndex(isRight), 0);
  // Starts at the latest value of the first series, because the second one may end later.
  const [index, setIndex] = useState(() => indexOfLast(({ values: [own] }) => own !== null));
  const { date = '', values: read = [] } = rows[index] ?? {};
  const place = labels.findIndex((one) => one >= date.slice(0, one.length));
  const named = columns.map((title, column) => {
    const value = writersOf(values)[column]!(read[column]);
    return columns.length === 1 ? value : `${title} ${value}`;
  });
  const valueText = `${date && dateText(date)}: ${named.join(', ')}`;

  /** The label may be a month, with the value of the last change before its end. */
  function readAt(position: number) {
    const end = labels[position] ?? '';
    setIndex(indexOfLast((row) => row.date.slice(0, end.length) <= end));
  }

  function stepToValue(event: KeyboardEvent) {
    const step = steps.get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    setIndex(Math.min(Math.max(index + step, 0), rows.length - 1));
  }

  return (
    <Chart
      kind="line"
      unit="number"
      unitText={unit}
      hasYears={hasYears}
      size="large"
      labels={labels}
      series={series}
      label={label}
      markedIndex={place}
      onPoint={readAt}
    >
      <div className="flex flex-col gap-3">
        <input
          // The middle of the thumb, which is 1rem wide, moves over the plot. A translation is no layout shift.
          className="w-[calc(var(--plot-width,100%-1rem)+1rem)] [translate:calc(var(--plot-left,0.5rem)-0.5rem)] accent-accent"
          id={id}
          type="range"
          min={0}
          max={labels.length - 1}
          value={place}
          aria-valuetext={`${valueText} ${unit}`}
          onChange={({ target }) => readAt(Number(target.value))}
          onKeyDown={stepToValue}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-sm">
          <label className="text-muted" htmlFor={id}>
            Read a value{' '}
            <output className="font-semibold text-strong tabular-nums" htmlFor={id}>
              {valueText} <span className="font-normal text-muted">{unit}</span>
            </output>
          </label>
          {children}
        </div>
      </div>
    </Chart>
  );
}
