import type { ChartFigures, ChartSeries } from 'contract/charts/chart-figures.ts';
import { type ReactNode, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { ChartSvg, NamesBelow } from './chart-svg.tsx';

interface TimeLinesProps {
  /** Describes the chart. */
  label: string;
  /** Names what the arrow keys select, such as `Month of the chart`. */
  selectLabel: string;
  /** Of the axis, by default amounts over years. */
  axis?: Pick<ChartFigures, 'kind' | 'unit' | 'labelEvery' | 'isLabelledAtStarts' | 'hasYears'>;
  /** YYYY-MM-DD, ascending, or the labels of another axis; they are drawn evenly spaced. */
  dates: readonly string[];
  series: readonly ChartSeries[];
  /** The date that is selected first. */
  current: string;
  /** The sentence of a date's values. */
  textOf: (index: number) => string;
  /** The dates of rings on the axis. */
  marks?: readonly string[];
  /** Whether the names of the lines are below the chart where it is narrow. */
  isNamedBelow?: boolean;
  className: string;
  /** Over the plot. */
  overPlot?: ReactNode;
  /** Below the sentence. */
  children?: ReactNode;
}

const amountsOverYears = { kind: 'line', unit: 'AUD', hasYears: true } as const;

/** Values over time. The arrow keys, Home and End select a date, whose values are read as a sentence. */
export function TimeLines(props: TimeLinesProps) {
  const {
    label,
    selectLabel,
    axis = amountsOverYears,
    dates,
    series,
    current,
    textOf,
    marks = [],
    isNamedBelow = false,
    className,
    overPlot,
    children,
  } = props;
  const [selected, setSelected] = useState<number>();
  const isBars = axis.kind === 'bar';
  const index = Math.min(selected ?? Math.max(dates.indexOf(current), 0), dates.length - 1);
  const last = Math.max(dates.length - 1, 1);
  const text = dates.length > 0 ? textOf(index) : '';
  return (
    <figure className={cx('flex flex-col gap-2', isNamedBelow && '@container')}>
      <ChartSvg
        className={cx('w-full', className)}
        label={label}
        isNamedBelow={isNamedBelow}
        figures={{ ...axis, labels: dates, series, markedIndex: isBars ? selected : index }}
      >
        {marks.map((date) => (
          <span
            key={date}
            className="absolute -bottom-1 size-2 -translate-x-1/2 rounded-full border border-(--warn) bg-bg print:hidden"
            style={{ left: `${(100 * placeOf(dates, date)) / last}%` }}
            aria-hidden="true"
          />
        ))}
        {overPlot}
        <input
          type="range"
          style={isBars ? betweenBars(dates.length) : undefined}
          className="absolute inset-0 size-full cursor-crosshair appearance-none bg-transparent opacity-0 focus-visible:opacity-100 print:hidden [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:opacity-0"
          aria-label={selectLabel}
          aria-valuetext={text}
          min={0}
          max={last}
          value={index}
          onChange={({ target }) => setSelected(Number(target.value))}
          // Among bars a line stands for the selected one, which no bar is before a person selects it.
          {...(isBars && { onFocus: () => setSelected(index), onBlur: () => setSelected(undefined) })}
        />
      </ChartSvg>
      {isNamedBelow && <NamesBelow series={series} />}
      <figcaption className="text-sm tabular-nums print:hidden">
        <output>{text}</output>
        {children}
      </figcaption>
    </figure>
  );
}

const thumbPx = 16;

/** From the middle of the first bar to that of the last. The ends of a range are half a thumb beyond its values. */
const betweenBars = (count: number) => ({
  left: `calc(${50 / count}% - ${thumbPx / 2}px)`,
  width: `calc(${100 - 100 / count}% + ${thumbPx}px)`,
});

const placeOf = (dates: readonly string[], date: string) =>
  Math.max(
    dates.findIndex((one) => one >= date),
    0,
  );
