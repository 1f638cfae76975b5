/** The chart of a series as a file: an SVG that needs nothing else, and a PNG of it. */
import type { ChartFigures } from '#parts/chart/charts.ts';
import { formatTick, niceTicks, yearPlaces } from '#parts/chart/axis.ts';
import { linePath } from './line-path.ts';

interface ChartFile {
  title: string;
  unit: string;
  labels: readonly string[];
  series: ChartFigures['series'];
  /** The lines below the chart: source, vintage and day. */
  notes: readonly string[];
}

const size = { width: 1200, height: 675 };
const plot = { left: 80, right: 1000, top: 130, bottom: 540 };
const colors = { text: '#111111', muted: '#555555', grid: '#dddddd' };
const lineColors = ['#0a6b2b', '#555555', '#1d5fa8'];
const dashes = ['', '8 6', '2 5'];

export function svgOf({ title, unit, labels, series, notes }: ChartFile): string {
  const known = series.flatMap(({ values }) => values).filter((value) => value !== null);
  const ticks = niceTicks(Math.min(0, ...known), Math.max(0, ...known));
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)];
  const x = (index: number) =>
    plot.left + (index / Math.max(labels.length - 1, 1)) * (plot.right - plot.left);
  const y = (value: number) =>
    plot.bottom - ((value - bottom) / (top - bottom || 1)) * (plot.bottom - plot.top);
  const text = (left: number, height: number, content: string, attributes = '') =>
    `<text x="${left.toFixed(1)}" y="${height.toFixed(1)}" ${attributes}>${escaped(content)}</text>`;
  const parts = [
    text(40, 60, title, 'font-size="28" font-weight="600"'),
    text(40, 96, unit, `fill="${colors.muted}"`),
    ...ticks.map(
      (tick) =>
        `<path d="M${plot.left} ${y(tick).toFixed(1)}H${plot.right}" stroke="${colors.grid}"/>` +
        text(plot.left - 12, y(tick) + 6, formatTick(tick), `text-anchor="end" fill="${colors.muted}"`),
    ),
    ...yearPlaces(labels, plot.right - plot.left).map((index) =>
      text(
        x(index),
        plot.bottom + 30,
        labels[index]?.slice(0, 4) ?? '',
        `text-anchor="middle" fill="${colors.muted}"`,
      ),
    ),
    ...series.flatMap(({ values, isStepped, endLabel = [] }, line) => {
      const end = values.findLastIndex((value) => value !== null);
      const color = lineColors[line % lineColors.length];
      return [
        `<path d="${linePath(values, { x, y, isStepped })}" fill="none" stroke="${color}" stroke-width="3" stroke-linecap="round" stroke-dasharray="${dashes[line % dashes.length]}"/>`,
        ...endLabel.map((content, row) =>
          text(
            plot.right + 14,
            y(values[end] ?? 0) + 6 + 24 * row,
            content,
            row === 0 ? 'font-weight="600"' : `fill="${colors.muted}"`,
          ),
        ),
      ];
    }),
    ...notes.map((note, row) => text(40, 600 + 24 * row, note, `font-size="15" fill="${colors.muted}"`)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="18" fill="${colors.text}"><title>${escaped(title)}</title><rect width="100%" height="100%" fill="#ffffff"/>${parts.join('')}</svg>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** Twice as large as the SVG, for paper and presentations. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  await image.decode().finally(() => URL.revokeObjectURL(image.src));
  const canvas = document.createElement('canvas');
  canvas.width = 2 * size.width;
  canvas.height = 2 * size.height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser drew no picture.'))),
      'image/png',
    ),
  );
}
