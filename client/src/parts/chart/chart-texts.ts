import type { Scale } from 'chart.js';
import type { ChartFigures, ChartSeries } from 'contract/charts/chart-figures.ts';

const font = (weight: number) => `${weight} 13px "Geist Mono", monospace`;
const lineHeight = 18;
const gap = 12;
/** On narrower canvases the label is above the end of its line. */
const leastWidthForLabels = 560;

type Scales = { x: Scale; y: Scale };
type Color = (token: string) => string;

const endOf = ({ values }: ChartSeries) => values.findLastIndex((value) => value !== null);
export const isWide = (canvas: HTMLCanvasElement) => canvas.clientWidth >= leastWidthForLabels;

/** The space at the right of the plot for the texts at the ends of the lines. */
export function endLabelWidth(canvas: HTMLCanvasElement, { series }: ChartFigures): number {
  const context = canvas.getContext('2d');
  const texts = series.flatMap(({ endLabel = [] }) => endLabel);
  if (!context || texts.length === 0) return 0;
  if (!isWide(canvas)) return gap;
  context.font = font(600);
  return gap + Math.max(...texts.map((text) => context.measureText(text).width));
}

/** Draws single values between gaps, rings around notable values, and the texts at the ends of the lines. */
export function drawTexts(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  { series }: ChartFigures,
  scales: Scales,
  color: Color,
): void {
  const placeOf = (index: number, value: number | null | undefined): [x: number, y: number] => [
    scales.x.getPixelForValue(index),
    scales.y.getPixelForValue(value ?? 0),
  ];
  const dot = (x: number, y: number, radius: number) => {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
  };
  /** With an edge in the colour of the page, so that a line behind it does not cross its letters. */
  const write = (text: string, x: number, y: number, token: string) => {
    context.lineWidth = 4;
    context.lineJoin = 'round';
    context.strokeStyle = color('bg');
    context.strokeText(text, x, y);
    context.fillStyle = color(token);
    context.fillText(text, x, y);
  };
  const obstacles = segmentsOf(series, scales);
  let lowest = Infinity;
  // From the bottom up, so that each text makes room for the next.
  const byHeight = series.toSorted(
    (one, other) => (one.values[endOf(one)] ?? 0) - (other.values[endOf(other)] ?? 0),
  );
  for (const one of byHeight) {
    const { color: token, values, endLabel = [] } = one;
    for (const [index, value] of values.entries()) {
      if (value === null || values[index - 1] !== null || (values[index + 1] ?? null) !== null) continue;
      dot(...placeOf(index, value), 2.5);
      context.fillStyle = color(token);
      context.fill();
    }
    const end = endOf(one);
    if (endLabel.length === 0 || end < 0) continue;
    const [x, y] = placeOf(end, values[end]);
    context.fillStyle = color(token);
    dot(x, y, 4);
    context.fill();
    const lines = isWide(canvas) ? endLabel : endLabel.slice(0, 1);
    const beside = Math.min(y + 5, lowest - (lines.length - 1) * lineHeight);
    const above = Math.max(Math.min(y - gap, lowest), scales.y.top + lineHeight);
    const top = isWide(canvas) ? beside : above;
    context.textAlign = isWide(canvas) ? 'left' : 'right';
    for (const [row, text] of lines.entries()) {
      context.font = font(row === 0 ? 600 : 400);
      const right = scales.x.right + (isWide(canvas) ? gap : 0);
      write(text, right, top + row * lineHeight, row === 0 ? 'strong' : 'muted');
    }
    lowest = top - lineHeight;
    const width = context.measureText(lines[0] ?? '').width;
    obstacles.push({ from: scales.x.right - width, to: scales.x.right, top: top - gap, bottom: top });
  }
  context.font = font(400);
  context.textAlign = 'left';
  for (const { color: token, values, notes = [] } of series) {
    for (const { index, text } of notes) {
      const [x, y] = placeOf(index, values[index]);
      dot(x, y, 4);
      context.lineWidth = 2;
      context.strokeStyle = color(token);
      context.stroke();
      const { left, baseline } = notePlace(x, y, context.measureText(text).width, obstacles, scales);
      write(text, left, baseline, 'text');
    }
  }
}

/** The parts of the lines between two values. */
const segmentsOf = (series: readonly ChartSeries[], { x, y }: Scales) =>
  series.flatMap(({ values }) =>
    values.flatMap((value, index) => {
      if (value === null) return [];
      const heights = [value, values[index + 1] ?? value].map((one) => y.getPixelForValue(one));
      const [from, to] = [x.getPixelForValue(index), x.getPixelForValue(index + 1)];
      return [{ from, to, top: Math.min(...heights), bottom: Math.max(...heights) }];
    }),
  );

/** The place nearest to the ring at which the text is within the plot and crosses nothing. */
function notePlace(
  x: number,
  y: number,
  width: number,
  others: ReturnType<typeof segmentsOf>,
  scales: Scales,
) {
  const [{ left: start, right: end }, { top, bottom }] = [scales.x, scales.y];
  const distanceOf = ({ left, baseline }: Place) =>
    Math.hypot(left + width / 2 - x, 2 * (baseline - gap / 3 - y));
  const obstacles = [...others, { from: x - gap / 2, to: x + gap / 2, top: y - gap, bottom: y + gap / 2 }];
  const isFree = ({ left, baseline }: Place) =>
    !obstacles.some(
      (one) =>
        one.to >= left &&
        one.from <= left + width &&
        one.bottom >= baseline - gap &&
        one.top <= baseline + gap / 3,
    );
  return (
    stepsBetween(top + gap, bottom - gap / 3, gap / 2)
      .flatMap((baseline) => stepsBetween(start, end - width, gap).map((left) => ({ left, baseline })))
      .toSorted((one, other) => distanceOf(one) - distanceOf(other))
      .find(isFree) ?? { left: Math.max(start, Math.min(x, end - width)), baseline: Math.max(y - gap, top) }
  );
}

interface Place {
  left: number;
  baseline: number;
}

const stepsBetween = (from: number, to: number, step: number) =>
  Array.from({ length: Math.max(0, Math.floor((to - from) / step) + 1) }, (_, index) => from + index * step);
