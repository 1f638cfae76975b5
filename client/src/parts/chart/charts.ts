import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  type ChartDataset,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  type Scale,
  Tooltip,
} from 'chart.js';
import { yearPlaces } from 'contract/charts/axis.ts';
import {
  type ChartFigures,
  type ChartSeries,
  labelTextOf,
  tickTexts,
  valueTexts,
} from 'contract/charts/chart-figures.ts';
import { drawTexts, endLabelWidth, isWide } from './chart-texts.ts';

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

type Config = ChartConfiguration<'bar' | 'line', (number | null)[]>;

/**
 * The chart fills the parent of the canvas, whose size must not depend on it. There is no animation, because a slider
 * may update the chart.
 */
export function drawChart(canvas: HTMLCanvasElement, first: ChartFigures, onPoint: (index: number) => void) {
  let figures = first;
  const color = (token: string) => colorOf(canvas, token);
  const chart = new Chart<'bar' | 'line', (number | null)[]>(canvas, {
    type: first.kind,
    data: { datasets: [] },
    plugins: [
      {
        id: 'texts',
        afterDatasetsDraw({ ctx, chartArea: { top, bottom }, scales: { x, y } }) {
          if (!x || !y) return;
          ctx.save();
          drawTexts(canvas, ctx, figures, { x, y }, color);
          if (figures.markedIndex !== undefined) {
            const place = x.getPixelForValue(figures.markedIndex);
            ctx.lineWidth = 1;
            ctx.strokeStyle = color('muted');
            ctx.stroke(new Path2D(`M${place} ${top}V${bottom}`));
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
  });
  function update(next: ChartFigures) {
    figures = next;
    const { kind, labels, series } = figures;
    chart.data = { labels: [...labels], datasets: series.map((one) => datasetOf(canvas, kind, one)) };
    chart.options = { ...optionsOf(canvas, figures, onPoint), onResize: () => update(figures) };
    chart.update('none');
  }
  update(first);
  return { update, remove: () => chart.destroy() };
}

const isForced = () => window.matchMedia('(forced-colors: active)').matches;

/** The colour in the current theme. In forced colours every stroke and text has that of text, but for the background. */
function colorOf(canvas: HTMLCanvasElement, token: string): string {
  const forced = token === 'bg' || token === 'raised' ? 'Canvas' : 'CanvasText';
  return computedColor(canvas, isForced() ? forced : `var(--${token})`);
}

function computedColor(canvas: HTMLCanvasElement, color: string): string {
  canvas.style.color = color;
  return getComputedStyle(canvas).color;
}

const faint = (color: string) => color.replace(/^rgb\((.*)\)$/, 'rgb($1 / 0.15)').replaceAll(',', ' ');

function datasetOf(canvas: HTMLCanvasElement, kind: ChartFigures['kind'], series: ChartSeries) {
  const { name, color, isDashed, isDotted, isStepped = false, isFilled = false, hasPoints, values } = series;
  const stroke = colorOf(canvas, color);
  return {
    label: name,
    data: [...values],
    // Lines differ by their dashes in forced colours, but the parts of a bar by their colours alone.
    backgroundColor:
      kind === 'bar' ? computedColor(canvas, `var(--${color})`) : isFilled ? faint(stroke) : stroke,
    fill: isFilled && ('origin' as const),
    borderColor: stroke,
    borderWidth: kind === 'line' ? 2 : 0,
    borderDash: isDashed ? [6, 4] : isDotted ? [2, 3] : [],
    pointRadius: hasPoints ? 5 : 0,
    pointHoverRadius: 5,
    pointBackgroundColor: stroke,
    stepped: isStepped,
  } satisfies ChartDataset<'line', (number | null)[]>;
}

const font = { family: 'Geist Mono', size: 12 };

function optionsOf(canvas: HTMLCanvasElement, figures: ChartFigures, onPoint: (index: number) => void) {
  const { kind, unit, labels, labelEvery = 1, hasYears, series } = figures;
  const color = (token: string) => colorOf(canvas, token);
  const isStacked = kind === 'bar';
  const isBalance = unit === 'AUD' && series.some(({ isFilled }) => isFilled);
  const highest = isBalance ? Math.max(...series.map(({ values }) => values[0] ?? 0)) : 0;
  const ticks = { color: color('muted'), font };
  const isNamed = series.every(({ name, endLabel = [] }) => endLabel[0] === name);
  const hasEndLabels = series.some(({ endLabel }) => endLabel);
  return {
    animation: false,
    maintainAspectRatio: false,
    interaction: { mode: 'index', intersect: false },
    onHover: (_, [read]) => read && onPoint(read.index),
    // Depends on the width of the canvas.
    layout: { padding: () => ({ top: 4, right: endLabelWidth(canvas, figures), bottom: 0, left: 0 }) },
    plugins: {
      legend: {
        // The heading names a single series. A narrow chart has no room for names at the ends of its lines.
        display: series.length > 1 && !isNamed && !(hasEndLabels && isWide(canvas)),
        align: 'start',
        labels: {
          color: color('muted'),
          font,
          usePointStyle: true,
          pointStyleWidth: 20,
          // Those of Chart.js have no dashes.
          generateLabels: (chart) =>
            series
              .map((one) => datasetOf(canvas, kind, one))
              .map((one, index) => ({
                text: one.label,
                datasetIndex: index,
                hidden: !chart.isDatasetVisible(index),
                fontColor: color('muted'),
                pointStyle: isStacked ? 'rect' : 'line',
                fillStyle: one.backgroundColor,
                strokeStyle: one.borderColor,
                lineWidth: one.borderWidth,
                lineDash: one.borderDash,
              })),
        },
      },
      tooltip: {
        backgroundColor: color('raised'),
        borderColor: color('control'),
        borderWidth: 1,
        cornerRadius: 2,
        caretSize: 0,
        titleColor: color('strong'),
        bodyColor: color('text'),
        titleFont: font,
        bodyFont: font,
        displayColors: series.length > 1,
        boxPadding: 4,
        callbacks: {
          title: ([item]) => (item ? labelTextOf(figures, item.dataIndex) : ''),
          label: ({ dataset: { label = '' }, raw }) =>
            `${series.length > 1 ? `${label} ` : ''}${valueTexts[unit](Number(raw))}`,
        },
      },
    },
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
        grid: { color: isForced() ? faint(color('rule')) : color('rule') },
        ticks: {
          ...ticks,
          maxTicksLimit: 7,
          includeBounds: highest === 0,
          // Bars of numbers are counts, which have no decimals.
          ...(isStacked && unit === 'number' && { precision: 0 }),
          callback: (value: number | string) => tickTexts[unit](Number(value)),
        },
      },
    },
  } satisfies Config['options'];
}
