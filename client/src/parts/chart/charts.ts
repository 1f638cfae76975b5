import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartData,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
} from 'chart.js';

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
);

export type ChartUnit = 'AUD' | 'percent' | 'number';

export interface DrawnFigures {
  unit: ChartUnit;
  labels: string[];
  series: {
    name: string;
    color: string;
    /** Lengths of strokes and gaps in pixels; empty for a solid line. */
    dash: number[];
    isStepped: boolean;
    values: (number | null)[];
    marks: readonly number[];
  }[];
  textColor: string;
  ruleColor: string;
  /** The index of the label that a vertical line marks. */
  marked?: number | undefined;
}

export interface DrawnChart {
  update: (figures: DrawnFigures) => void;
  /** The index of the label nearest to a horizontal position on the canvas. */
  indexAt: (x: number) => number;
  remove: () => void;
}

const compactAud = new Intl.NumberFormat('en-AU', {
  style: 'currency',
  currency: 'AUD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/**
 * Fills the canvas's parent, which must have its own size. There is no animation, because a slider may update the
 * chart.
 */
export function drawChart(canvas: HTMLCanvasElement, kind: 'bar' | 'line', first: DrawnFigures): DrawnChart {
  let { marked, textColor, series } = first;
  const chart = new Chart<'bar' | 'line', (number | null)[]>(canvas, {
    type: kind,
    plugins: [
      {
        id: 'marker',
        afterDatasetsDraw({ ctx, chartArea: { top, bottom }, scales: { x: scale, y } }) {
          if (!scale || !y) return;
          ctx.save();
          // Points of the line itself would each have options of their own, which takes ten times as long.
          for (const { color, values, marks } of series) {
            for (const index of marks) {
              ctx.fillStyle = color;
              ctx.beginPath();
              ctx.arc(
                scale.getPixelForValue(index),
                y.getPixelForValue(values[index] ?? 0),
                5,
                0,
                2 * Math.PI,
              );
              ctx.fill();
            }
          }
          if (marked !== undefined) {
            const x = scale.getPixelForValue(marked);
            ctx.strokeStyle = textColor;
            ctx.beginPath();
            ctx.moveTo(x, top);
            ctx.lineTo(x, bottom);
            ctx.stroke();
          }
          ctx.restore();
        },
      },
    ],
    data: dataOf(kind, first),
    options: optionsOf(kind, first),
  });
  return {
    update: (figures) => {
      ({ marked, textColor, series } = figures);
      chart.data = dataOf(kind, figures);
      chart.options = optionsOf(kind, figures);
      chart.update('none');
    },
    indexAt: (x) => Math.round(chart.scales['x']?.getValueForPixel(x) ?? 0),
    remove: () => chart.destroy(),
  };
}

function dataOf(
  kind: 'bar' | 'line',
  { labels, series }: DrawnFigures,
): ChartData<'bar' | 'line', (number | null)[]> {
  return {
    labels,
    datasets: series.map(({ name, color, dash, isStepped, values }) => ({
      label: name,
      data: values,
      backgroundColor: color,
      borderColor: color,
      borderWidth: kind === 'line' ? 2 : 0,
      borderDash: dash,
      pointRadius: 0,
      stepped: isStepped,
    })),
  };
}

const compactNumber = new Intl.NumberFormat('en-AU', { notation: 'compact', maximumFractionDigits: 2 });

/** Percentages are fractions from 0 to 1. */
const formats: Record<ChartUnit, (value: number) => string> = {
  AUD: (value) => compactAud.format(value),
  number: (value) => compactNumber.format(value),
  percent: (value) => `${Math.round(value * 100)}%`,
};

function optionsOf(kind: 'bar' | 'line', { unit, textColor, ruleColor }: DrawnFigures) {
  const isStacked = kind === 'bar';
  const ticks = { color: textColor, font: { family: 'Geist Mono', size: 12 } };
  return {
    animation: false as const,
    maintainAspectRatio: false,
    // There are no tooltips, because the table has the figures.
    events: [],
    scales: {
      x: {
        stacked: isStacked,
        grid: { display: false },
        ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 12 },
      },
      y: {
        stacked: isStacked,
        beginAtZero: true,
        ...(unit === 'percent' && { max: 1 }),
        grid: { color: ruleColor },
        ticks: {
          ...ticks,
          // Bars of numbers are counts, which have no decimals.
          ...(isStacked && unit === 'number' && { precision: 0 }),
          callback: (value: number | string) => formats[unit](Number(value)),
        },
      },
    },
  };
}
