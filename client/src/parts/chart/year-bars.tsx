import type { ChartSeries } from 'contract/charts/chart-figures.ts';
import { Plot } from './plot.tsx';

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
}

const leastBars = 10;

/** A bar in two parts for each year, which the text beside it describes. */
export function YearBars({ bars, leadIndex }: YearBarsProps) {
  const years = Array.from({ length: Math.max(bars.length, leastBars) }, (_, index) => index);
  const isQuiet = (index: number) => leadIndex !== undefined && index !== leadIndex;
  const series: ChartSeries[] = [
    { name: 'Outline', color: 'warn', isDashed: true, values: years.map((at) => bars[at]?.outline ?? null) },
    {
      name: 'Lead',
      color: 'accent',
      values: years.map((at) => (isQuiet(at) ? null : (bars[at]?.lower ?? null))),
    },
    {
      name: 'Lower',
      color: 'chart-second',
      values: years.map((at) => (isQuiet(at) ? (bars[at]?.lower ?? null) : null)),
    },
    {
      name: 'Upper',
      color: leadIndex === undefined ? 'chart-second' : 'raised',
      values: years.map((at) => bars[at]?.upper ?? null),
    },
  ];
  return (
    <Plot
      className="aspect-[2] w-full print:max-h-[5cm] forced-colors:forced-color-adjust-none"
      kind="bar"
      series={series}
    />
  );
}
