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

export interface DrawnFigures {
  format: 'aud' | 'count';
  labels: string[];
  series: { name: string; color: string; isDashed: boolean; values: (number | null)[] }[];
  textColor: string;
  ruleColor: string;
}

export interface DrawnChart {
  update: (figures: DrawnFigures) => void;
  remove: () => void;
}

const compact = { notation: 'compact', maximumFractionDigits: 1 } as const;
const formats = {
  aud: new Intl.NumberFormat('en-AU', { ...compact, style: 'currency', currency: 'AUD' }),
  count: new Intl.NumberFormat('en-AU', compact),
} as const;

/** Fills the canvas's parent, which must have a size of its own. Without motion: it follows a slider. */
export function drawChart(canvas: HTMLCanvasElement, kind: 'bar' | 'line', first: DrawnFigures): DrawnChart {
  const chart = new Chart<'bar' | 'line', (number | null)[]>(canvas, {
    type: kind,
    data: dataOf(kind, first),
    options: optionsOf(kind, first),
  });
  return {
    update: (figures) => {
      chart.data = dataOf(kind, figures);
      chart.options = optionsOf(kind, figures);
      chart.update('none');
    },
    remove: () => chart.destroy(),
  };
}

function dataOf(
  kind: 'bar' | 'line',
  { labels, series }: DrawnFigures,
): ChartData<'bar' | 'line', (number | null)[]> {
  return {
    labels,
    datasets: series.map(({ name, color, isDashed, values }) => ({
      label: name,
      data: values,
      backgroundColor: color,
      borderColor: color,
      borderWidth: kind === 'line' ? 2 : 0,
      borderDash: isDashed ? [6, 4] : [],
      pointRadius: 0,
    })),
  };
}

function optionsOf(kind: 'bar' | 'line', { format, textColor, ruleColor }: DrawnFigures) {
  const isStacked = kind === 'bar';
  const ticks = { color: textColor, font: { family: 'Geist Mono', size: 12 } };
  return {
    animation: false as const,
    maintainAspectRatio: false,
    // The table says more than a pointer over it could.
    events: [],
    scales: {
      x: { stacked: isStacked, grid: { display: false }, ticks: { ...ticks, maxRotation: 0 } },
      y: {
        stacked: isStacked,
        beginAtZero: true,
        grid: { color: ruleColor },
        ticks: {
          ...ticks,
          ...(format === 'count' && { precision: 0 }),
          callback: (value: number | string) => formats[format].format(Number(value)),
        },
      },
    },
  };
}
