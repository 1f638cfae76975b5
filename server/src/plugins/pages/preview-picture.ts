import { site } from 'contract/texts.ts';
import type { PageFigure, PageHead } from 'contract/page-renderer.ts';
import { busy } from '#errors.ts';
import { svgText } from 'contract/charts/chart-svg.ts';
import { plotSvg } from 'contract/charts/plot-svg.ts';
import { colors } from 'contract/colors.ts';
import { createSemaphore } from '#platform/concurrency/semaphore.ts';
import { createWorker } from '#platform/process/worker.ts';
import outlines from './outlines.json' with { type: 'json' };

type Weight = keyof typeof outlines;

export const pictureSize = { width: 1200, height: 630 } as const;

const margin = 72;
const innerWidth = pictureSize.width - 2 * margin;
/** The font's units: it is monospaced. */
const unitsPerEm = 1_000;
const advance = 600;

const widthOf = (characters: number, size: number) => (characters * advance * size) / unitsPerEm;
const fitting = (size: number) => Math.floor(innerWidth / widthOf(1, size));

/** The characters of a text that the font lacks. A picture has a question mark instead. */
export const missingCharacters = (text: string): string[] =>
  Array.from(text).filter((character) => !(character in outlines.bold));

interface Line {
  text: string;
  x?: number;
  /** The baseline. */
  y: number;
  size: number;
  weight?: Weight;
  color: string;
}

/** Letters as outlines, because an installed font would be another on each machine, or none. */
function drawLine({ text, x = margin, y, size, weight = 'regular', color }: Line): string {
  const glyphs: Partial<Record<string, string>> = outlines[weight];
  const letters = Array.from(text, (character, index) => {
    const path = glyphs[character] ?? glyphs['?'];
    return path ? `<path transform="translate(${index * advance} 0)" d="${path}"/>` : '';
  });
  const scale = size / unitsPerEm;
  return `<g fill="${color}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${letters.join('')}</g>`;
}

/** Words in lines of at most this many characters. The last line ends with an ellipsis if there is more. */
function wrap(text: string, mostCharacters: number, mostLines: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= mostCharacters)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  const visible = lines.slice(0, mostLines).map((line) => line.slice(0, mostCharacters));
  if (lines.length > mostLines) {
    const last = visible.at(-1) ?? '';
    visible[visible.length - 1] = `${last.slice(0, mostCharacters - 2)} …`;
  }
  return visible;
}

/** The course of the figure below the texts. */
function drawChart(points: readonly (number | null)[]): string {
  if (points.filter((value) => value !== null).length < 2) return '';
  const box = { x: margin, y: 470, width: innerWidth, height: 112 };
  const plot = plotSvg(
    { kind: 'line', series: [{ name: '', color: 'accent', values: points }] },
    { color: (token) => colors.green[token], strokeWidth: 4, attributes: box },
  );
  const ground = `<path d="M${margin} 582h${innerWidth}" stroke="${colors.green.rule}" stroke-width="2"/>`;
  return ground + svgText(plot);
}

const largestFigure = 104;

function drawFigure({ value, label }: PageFigure, y: number): string[] {
  const size = Math.min(largestFigure, Math.floor(innerWidth / widthOf(value.length, 1)));
  const labels = wrap(label, fitting(28), 1);
  return [
    drawLine({ text: value, y, size, weight: 'bold', color: colors.green.accent }),
    ...labels.map((text) => drawLine({ text, y: y + 52, size: 28, color: colors.green.muted })),
  ];
}

/** The picture of a page's preview as SVG: its title, its figure and the course of the figure. */
export function drawPreview({ title = site.name, headline, description, figure }: PageHead): string {
  const titleLines = wrap(figure ? title : (headline ?? title), fitting(50), figure ? 2 : 3);
  const titleTop = 208;
  const belowTitle = titleTop + (titleLines.length - 1) * 62;
  const body = figure
    ? [...drawFigure(figure, belowTitle + 128), drawChart(figure.points ?? [])]
    : wrap(description, fitting(30), 5).map((text, index) =>
        drawLine({ text, y: belowTitle + 72 + index * 44, size: 30, color: colors.green.muted }),
      );
  const brand = [
    `<path d="M${margin} 66h52v44h-52z" fill="${colors.green.accent}"/>`,
    drawLine({ text: 'DE', x: margin + 8, y: 99, size: 30, weight: 'bold', color: colors.green.bg }),
    drawLine({
      text: 'CLASSIFIED',
      x: margin + 60,
      y: 99,
      size: 30,
      weight: 'bold',
      color: colors.green.accent,
    }),
  ];
  const lines = titleLines.map((text, index) =>
    drawLine({ text, y: titleTop + index * 62, size: 50, weight: 'bold', color: colors.green.strong }),
  );
  const { width, height } = pictureSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${colors.green.bg}"/>${[...brand, ...lines, ...body].join('')}</svg>`;
}

const drawingSeconds = 5;
const mostWaiting = 20;

const queue = createSemaphore({ permits: 1, maxWaiting: mostWaiting, refusal: () => busy(drawingSeconds) });

const drawOutside = createWorker<Uint8Array>({
  script: 'picture-worker',
  patienceSeconds: drawingSeconds,
  refusal: () => busy(drawingSeconds),
});

/** The picture as PNG, made in another process, whose library would retain memory in this one. */
export async function makePicture(head: PageHead): Promise<Buffer> {
  return Buffer.from(await queue.run(() => drawOutside(drawPreview(head))));
}
