import { formatTick, niceTicks, yearPlaces } from '#parts/chart/axis.ts';
import type { ChartFigures } from '#parts/chart/charts.ts';
import { cx } from '#ui/cx.ts';
import { Line } from './line.tsx';

/** In pixels, for the years: the server does not know how wide the chart is. */
const axisWidth = 420;

interface LineChartProps {
  /** In words, above the axis. */
  unit: string;
  /** Describes the chart for screen readers. */
  label: string;
  labels: readonly string[];
  line: ChartFigures['series'][number] | undefined;
}

/** A line with its axes, and the latest value at its end. It needs no script. */
export function LineChart({ unit, label, labels, line }: LineChartProps) {
  const { values = [], endLabel = [], isStepped, isFilled } = line ?? {};
  const known = values.filter((value) => value !== null);
  const ticks = niceTicks(Math.min(0, ...known), Math.max(0, ...known));
  const [lowest = 0, highest = 0] = [ticks[0], ticks.at(-1)];
  const heightOf = (value: number) => percent((highest - value) / (highest - lowest || 1));
  const end = heightOf(known.at(-1) ?? 0);
  return (
    <figure className="text-xs text-muted">
      <figcaption className="max-w-none">{unit}</figcaption>
      <div className="flex pt-4 pb-6">
        <Margin texts={ticks.map(formatTick)} />
        <svg
          className="h-[16rem] min-w-0 flex-1 overflow-visible max-sm:h-[10rem]"
          fill="currentColor"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot use the theme's colours.
          role="img"
          aria-label={label}
        >
          {ticks.map((tick) => (
            <line key={tick} className="stroke-rule" x2="100%" y1={heightOf(tick)} y2={heightOf(tick)} />
          ))}
          <g textAnchor="end">
            {ticks.map((tick) => (
              <text key={tick} x="-1.5ch" y={heightOf(tick)} dy="0.35em">
                {formatTick(tick)}
              </text>
            ))}
          </g>
          <g textAnchor="middle">
            {yearPlaces(labels, axisWidth).map((index) => (
              <text key={index} x={percent(index / (labels.length - 1))} y="100%" dy="1.6em">
                {labels[index]?.slice(0, 4)}
              </text>
            ))}
          </g>
          <g className="text-accent">
            <Line
              className="overflow-visible"
              strokeWidth={2}
              {...{ values, isStepped, isFilled, lowest, highest }}
            />
            {known.length > 0 && <circle cx="100%" cy={end} r="4" />}
          </g>
          <text
            className="stroke-bg font-semibold text-strong md:hidden"
            strokeWidth="4"
            paintOrder="stroke"
            x="100%"
            y={end}
            dy="-0.8em"
            textAnchor="end"
          >
            {endLabel[0]}
          </text>
          {endLabel.map((text, index) => (
            <text
              key={text}
              className={cx('max-md:hidden', index === 0 && 'font-semibold text-strong')}
              x="100%"
              y={end}
              dx="1.5ch"
              dy={`${0.35 + 1.4 * index}em`}
            >
              {text}
            </text>
          ))}
        </svg>
        <Margin texts={endLabel} className="max-md:hidden" />
      </div>
    </figure>
  );
}

/** As wide as the texts beside the plot. */
const Margin = ({ texts, className }: { texts: readonly string[]; className?: string }) => (
  <svg
    className={className}
    width={`${Math.max(0, ...texts.map(({ length }) => length)) + 1.5}ch`}
    height="1"
    aria-hidden="true"
  />
);

const percent = (share: number) => `${Number((100 * share).toFixed(1))}%`;
