export interface YearBar {
  /** The value of the bright part at the bottom. */
  lower: number;
  /** The value of the dark part above. */
  upper: number;
  /** A value to compare with the whole bar, drawn as an outline. */
  outline?: number;
}

interface YearBarsProps {
  /** One bar for every year, from year 1. */
  bars: readonly YearBar[];
  /** The bar that leads: the others are quiet. */
  leadIndex?: number;
  /** Describes the chart; without a label the chart is decorative, because the text beside it describes it. */
  label?: string;
}

const barWidth = 8;
const step = 10;
const minWidth = 100;
const height = 150;

/** In the last digits, the powers of Node.js differ from those of browsers. */
const rounded = (length: number) => Number(length.toFixed(2));

/** A bar in two parts for each year; the highest bar fills the height. */
export function YearBars({ bars, leadIndex, label }: YearBarsProps) {
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
        const part = (className: string | undefined, from: number, amount: number) => (
          <rect
            className={className}
            x={index * step}
            width={barWidth}
            y={rounded(height - scale * (from + amount))}
            height={rounded(scale * amount)}
          />
        );
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the index is the year.
          <g key={index}>
            {part(leadIndex === undefined ? 'fill-chart-second' : 'fill-raised', lower, upper)}
            {part((leadIndex ?? index) === index ? 'fill-accent' : 'fill-chart-second', 0, lower)}
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
