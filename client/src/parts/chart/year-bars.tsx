export interface YearBar {
  /** The bright part, which stands on the ground. */
  lower: number;
  /** The dark part above it. */
  upper: number;
  /** What the whole bar is compared with, as an outline. */
  outline?: number;
}

interface YearBarsProps {
  /** From year 1, without gaps. */
  bars: readonly YearBar[];
  /** Says what the chart shows; without one, the text beside it does. */
  label?: string;
}

const barWidth = 8;
const step = 10;
const minWidth = 100;
const height = 150;

/** A bar for each year, in two parts, scaled to the highest. */
export function YearBars({ bars, label }: YearBarsProps) {
  const highest = Math.max(...bars.map(({ lower, upper, outline = 0 }) => Math.max(lower + upper, outline)));
  const scale = highest > 0 ? height / highest : 0;
  const width = Math.max(bars.length * step - (step - barWidth), minWidth);
  return (
    <svg
      className="aspect-[2] w-full print:max-h-[5cm] forced-colors:forced-color-adjust-none"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {bars.map(({ lower, upper, outline }, index) => {
        const part = (look: string | undefined, from: number, amount: number) => (
          <rect
            className={look}
            x={index * step}
            width={barWidth}
            y={height - scale * (from + amount)}
            height={scale * amount}
          />
        );
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the index is the year.
          <g key={index}>
            {part('fill-chart-second', lower, upper)}
            {part('fill-accent', 0, lower)}
            {outline !== undefined &&
              part(
                'fill-none stroke-warn [stroke-dasharray:3_2] [vector-effect:non-scaling-stroke]',
                0,
                outline,
              )}
          </g>
        );
      })}
    </svg>
  );
}
