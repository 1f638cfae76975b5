import { type ComponentProps, type ReactNode, useState } from 'react';
import { Chart } from '#parts/chart/chart.tsx';
import { type ChartValues, ValueReader } from './dataset-values.tsx';

interface ReadableChartProps extends Pick<
  ComponentProps<typeof Chart>,
  'labels' | 'series' | 'label' | 'hasYears'
> {
  values: ChartValues;
  /** Beside the value that is read. */
  children: ReactNode;
}

/** A line chart whose values can be read with the pointer or with the slider below it. */
export function ReadableChart({ labels, series, label, hasYears, values, children }: ReadableChartProps) {
  const { rows } = values;
  // Starts at the latest value of the first series, because the second one may end later.
  const [index, setIndex] = useState(() =>
    Math.max(
      rows.findLastIndex(({ values: [own] }) => own !== null),
      0,
    ),
  );
  const date = rows[index]?.date ?? '';
  const place = labels.findIndex((one) => one >= date.slice(0, one.length));

  /** The label may be a month, with the value of the last change before its end. */
  function readAt(position: number) {
    const end = labels[position] ?? '';
    setIndex(
      Math.max(
        rows.findLastIndex((row) => row.date.slice(0, end.length) <= end),
        0,
      ),
    );
  }

  return (
    <Chart
      kind="line"
      unit="number"
      unitText={values.unit}
      hasYears={hasYears}
      size="large"
      labels={labels}
      series={series}
      label={label}
      markedIndex={place}
      onPoint={readAt}
    >
      <ValueReader
        {...values}
        index={index}
        setIndex={setIndex}
        place={place}
        places={labels.length}
        readAt={readAt}
      >
        {children}
      </ValueReader>
    </Chart>
  );
}
