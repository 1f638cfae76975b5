/** The chart of a series as a file: an SVG that needs nothing else, and a PNG of it. */
import type { ChartFigures } from 'contract/charts/chart-figures.ts';
import { chartSvg, svgText } from 'contract/charts/chart-svg.ts';
import { svgNode } from 'contract/charts/plot-svg.ts';
import { type ColorToken, colors } from 'contract/colors.ts';

interface ChartFile {
  title: string;
  unit: string;
  figures: ChartFigures;
  /** The lines below the chart: source, vintage and day. */
  notes: readonly string[];
}

const size = { width: 1200, height: 675 };
const plot = { x: 80, y: 130, width: 920, height: 410 };
const color = (token: ColorToken) => colors.paper[token];
const muted = { fill: color('muted') };

export function svgOf({ title, unit, figures, notes }: ChartFile): string {
  const chart = chartSvg(figures, { color, strokeWidth: 3, width: plot.width });
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${size.width} ${size.height}`,
    ...size,
    'font-family': 'ui-monospace, Menlo, Consolas, monospace',
    'font-size': 18,
    fill: color('text'),
  };
  return svgText(
    svgNode('svg', attributes, [
      svgNode('title', {}, title),
      svgNode('rect', { width: '100%', height: '100%', fill: color('bg') }),
      svgNode('text', { x: 40, y: 60, 'font-size': 28, 'font-weight': 600 }, title),
      svgNode('text', { x: 40, y: 96, ...muted }, unit),
      svgNode('svg', { ...plot, overflow: 'visible' }, chart),
      ...notes.map((note, row) =>
        svgNode('text', { x: 40, y: 600 + 24 * row, 'font-size': 15, ...muted }, note),
      ),
    ]),
  );
}

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
