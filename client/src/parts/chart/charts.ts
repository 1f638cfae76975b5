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
  type Scale,
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

export interface ChartFigures {
  unit: 'AUD' | 'percent' | 'number';
  labels: string[];
  /** If set, only every n-th label from the first can be on the axis. */
  labelEvery?: number | undefined;
  series: {
    name: string;
    /** The design token of the colour. */
    token: '--ok' | '--warn' | '--info' | '--hot' | '--muted';
    isDashed?: boolean;
    isDotted?: boolean;
    /** The line is horizontal until the next value instead of sloping towards it. */
    isStepped?: boolean;
    /** One per label; null for no value. */
    values: (number | null)[];
    /** The indexes of the values that are marked with a point. */
    marks?: number[];
  }[];
  /** The index of the label that a vertical line marks. */
  markedIndex?: number | undefined;
}

export interface DrawnChart {
  update: (figures: ChartFigures) => void;
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
 * The chart fills the parent of the canvas, whose size must not depend on it. There is no animation, because a slider
 * may update the chart.
 */
export function drawChart(canvas: HTMLCanvasElement, kind: 'bar' | 'line'): DrawnChart {
  let figures: ChartFigures = { unit: 'AUD', labels: [], series: [] };
  const chart = new Chart<'bar' | 'line', (number | null)[]>(canvas, {
    type: kind,
    plugins: [
      {
        id: 'marker',
        afterDatasetsDraw({ ctx, chartArea: { top, bottom }, scales: { x: scale, y } }) {
          if (!scale || !y) return;
          ctx.save();
          // Chart.js would create options for each point of the line, which takes ten times as long.
          for (const { token, values, marks = [] } of figures.series) {
            for (const index of marks) {
              ctx.fillStyle = colorOf(canvas, token);
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
          if (figures.markedIndex !== undefined) {
            const x = scale.getPixelForValue(figures.markedIndex);
            ctx.strokeStyle = colorOf(canvas, '--muted');
            ctx.beginPath();
            ctx.moveTo(x, top);
            ctx.lineTo(x, bottom);
            ctx.stroke();
          }
          ctx.restore();
        },
        /** For a slider below the chart, which is as wide as the plot. */
        afterLayout({ canvas: { parentElement }, chartArea: { left, right } }) {
          const figure = parentElement?.closest('figure');
          figure?.style.setProperty('--plot-left', `${left}px`);
          figure?.style.setProperty('--plot-width', `${right - left}px`);
        },
      },
    ],
    data: dataOf(canvas, kind, figures),
    options: optionsOf(canvas, kind, figures),
  });
  return {
    update: (next) => {
      figures = next;
      chart.data = dataOf(canvas, kind, figures);
      chart.options = optionsOf(canvas, kind, figures);
      chart.update('none');
    },
    indexAt: (x) => Math.round(chart.scales['x']?.getValueForPixel(x) ?? 0),
    remove: () => chart.destroy(),
  };
}

/** The colour in the current theme. The browser resolves it, because a canvas does not know the forced colours. */
function colorOf(canvas: HTMLCanvasElement, token: string): string {
  canvas.style.color = `var(${token})`;
  return getComputedStyle(canvas).color;
}

function dataOf(
  canvas: HTMLCanvasElement,
  kind: 'bar' | 'line',
  { labels, series }: ChartFigures,
): ChartData<'bar' | 'line', (number | null)[]> {
  return {
    labels,
    datasets: series.map(({ name, token, isDashed, isDotted, isStepped = false, values }) => ({
      label: name,
      data: values,
      backgroundColor: colorOf(canvas, token),
      borderColor: colorOf(canvas, token),
      borderWidth: kind === 'line' ? 2 : 0,
      borderDash: isDashed ? [6, 4] : isDotted ? [2, 3] : [],
      pointRadius: 0,
      stepped: isStepped,
    })),
  };
}

const compactNumber = new Intl.NumberFormat('en-AU', { notation: 'compact', maximumFractionDigits: 2 });

/** Percentages are fractions from 0 to 1. */
const formats: Record<ChartFigures['unit'], (value: number) => string> = {
  AUD: (value) => compactAud.format(value),
  number: (value) => compactNumber.format(value),
  percent: (value) => `${Math.round(value * 100)}%`,
};

function optionsOf(canvas: HTMLCanvasElement, kind: 'bar' | 'line', { unit, labelEvery = 1 }: ChartFigures) {
  const isStacked = kind === 'bar';
  const ticks = { color: colorOf(canvas, '--muted'), font: { family: 'Geist Mono', size: 12 } };
  return {
    animation: false as const,
    maintainAspectRatio: false,
    // There are no tooltips, because the table has the figures.
    events: [],
    scales: {
      x: {
        stacked: isStacked,
        grid: { display: false },
        afterBuildTicks: (axis: Scale) => {
          axis.ticks = axis.ticks.filter(({ value }) => value % labelEvery === 0);
        },
        ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 12 },
      },
      y: {
        stacked: isStacked,
        beginAtZero: true,
        ...(unit === 'percent' && { max: 1 }),
        grid: { color: colorOf(canvas, '--rule') },
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
