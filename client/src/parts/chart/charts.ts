import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartData,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  type Scale,
} from 'chart.js';
import { withMinus } from 'contract/formats.ts';
import { formatTick, yearPlaces } from './axis.ts';
import { drawTexts, endLabelWidth } from './chart-texts.ts';

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Filler,
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
  /** Whether the labels are dates that begin with a year: then the axis has round years. */
  hasYears?: boolean | undefined;
  series: {
    name: string;
    /** The design token of the colour. */
    token: '--accent' | '--ok' | '--warn' | '--info' | '--hot' | '--muted';
    isDashed?: boolean;
    isDotted?: boolean;
    /** The line is horizontal until the next value instead of sloping towards it. */
    isStepped?: boolean;
    /** One per label; null for no value. */
    values: (number | null)[];
    /** The indexes of the values that are marked with a point. */
    marks?: number[];
    /** Texts beside rings around notable values. */
    notes?: { index: number; text: string }[];
    /** The lines of text at the end of the line, instead of a legend. */
    endLabel?: string[];
    /** Whether the area down to zero is filled faintly. */
    isFilled?: boolean;
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
          drawTexts(canvas, ctx, figures, { x: scale, y }, (token) => colorOf(canvas, token));
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

/** The colour in the current theme. In forced colours every stroke and text has that of text, but for the background. */
function colorOf(canvas: HTMLCanvasElement, token: string): string {
  const isForced = window.matchMedia('(forced-colors: active)').matches;
  const forced = token === '--bg' ? 'Canvas' : 'CanvasText';
  return computedColor(canvas, isForced ? forced : `var(${token})`);
}

function computedColor(canvas: HTMLCanvasElement, color: string): string {
  canvas.style.color = color;
  return getComputedStyle(canvas).color;
}

const gridColor = (canvas: HTMLCanvasElement) =>
  window.matchMedia('(forced-colors: active)').matches
    ? faint(colorOf(canvas, '--rule'))
    : colorOf(canvas, '--rule');

const faint = (color: string) => color.replace(/^rgb\((.*)\)$/, 'rgb($1 / 0.15)').replaceAll(',', ' ');

function dataOf(
  canvas: HTMLCanvasElement,
  kind: 'bar' | 'line',
  { labels, series }: ChartFigures,
): ChartData<'bar' | 'line', (number | null)[]> {
  return {
    labels,
    datasets: series.map(
      ({ name, token, isDashed, isDotted, isStepped = false, isFilled = false, values }) => ({
        label: name,
        data: values,
        // Lines differ by their dashes in forced colours, but the parts of a bar by their colours alone.
        backgroundColor:
          kind === 'bar'
            ? computedColor(canvas, `var(${token})`)
            : isFilled
              ? faint(colorOf(canvas, token))
              : colorOf(canvas, token),
        fill: isFilled ? ('origin' as const) : false,
        borderColor: colorOf(canvas, token),
        borderWidth: kind === 'line' ? 2 : 0,
        borderDash: isDashed ? [6, 4] : isDotted ? [2, 3] : [],
        pointRadius: 0,
        stepped: isStepped,
      }),
    ),
  };
}

/** Percentages are fractions from 0 to 1. */
const formats: Record<ChartFigures['unit'], (value: number) => string> = {
  AUD: (value) => withMinus(compactAud.format(value)),
  number: formatTick,
  percent: (value) => `${Math.round(value * 100)}%`,
};

function optionsOf(canvas: HTMLCanvasElement, kind: 'bar' | 'line', figures: ChartFigures) {
  const { unit, labels, labelEvery = 1, hasYears } = figures;
  const isStacked = kind === 'bar';
  const isBalance = unit === 'AUD' && figures.series.some(({ isFilled }) => isFilled);
  const highest = isBalance ? Math.max(...figures.series.map(({ values }) => values[0] ?? 0)) : 0;
  const ticks = { color: colorOf(canvas, '--muted'), font: { family: 'Geist Mono', size: 12 } };
  return {
    animation: false as const,
    maintainAspectRatio: false,
    // There are no tooltips, because the table has the figures.
    events: [],
    // Depends on the width of the canvas.
    layout: { padding: () => ({ top: 4, right: endLabelWidth(canvas, figures), bottom: 0, left: 0 }) },
    scales: {
      x: {
        stacked: isStacked,
        grid: { display: false },
        afterBuildTicks: (axis: Scale) => {
          axis.ticks = hasYears
            ? yearPlaces(labels, axis.width).map((value) => ({ value }))
            : axis.ticks.filter(({ value }) => value % labelEvery === 0);
        },
        ticks: {
          ...ticks,
          maxRotation: 0,
          autoSkipPadding: 12,
          ...(hasYears && {
            autoSkip: false,
            callback: (value: number | string) => labels[Number(value)]?.slice(0, 4),
          }),
        },
      },
      y: {
        stacked: isStacked,
        beginAtZero: true,
        ...(unit === 'percent' && { max: 1 }),
        // A loan begins at the top of its chart.
        ...(highest > 0 && { max: highest }),
        grid: { color: gridColor(canvas) },
        ticks: {
          ...ticks,
          maxTicksLimit: 7,
          includeBounds: highest === 0,
          // Bars of numbers are counts, which have no decimals.
          ...(isStacked && unit === 'number' && { precision: 0 }),
          callback: (value: number | string) => formats[unit](Number(value)),
        },
      },
    },
  };
}
