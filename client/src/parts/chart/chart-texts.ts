import type { Scale } from 'chart.js';
import type { ChartFigures } from './charts.ts';

const font = (weight: number) => `${weight} 13px "Geist Mono", monospace`;
const lineHeight = 18;
const gap = 12;
/** The height of a note above its ring. */
const noteRise = 34;
/** The depth of a note below its ring. */
const noteDrop = 24;
/** On narrower canvases the label is above the end of its line. */
const leastWidthForLabels = 560;

type Series = ChartFigures['series'][number];
type Scales = { x: Scale; y: Scale };
type Color = (token: string) => string;

const endOf = ({ values }: Series) => values.findLastIndex((value) => value !== null);
const isWide = (canvas: HTMLCanvasElement) => canvas.clientWidth >= leastWidthForLabels;

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
  const place = ({ values }: Series, index: number): [x: number, y: number] => [
    scales.x.getPixelForValue(index),
    scales.y.getPixelForValue(values[index] ?? 0),
  ];
  const dot = (x: number, y: number, radius: number) => {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
  };
  /** With an edge in the colour of the page, so that a line behind it does not cross its letters. */
  const write = (text: string, x: number, y: number, token: string) => {
    context.lineWidth = 4;
    context.lineJoin = 'round';
    context.strokeStyle = color('--bg');
    context.strokeText(text, x, y);
    context.fillStyle = color(token);
    context.fillText(text, x, y);
  };
  let lowest = Infinity;
  // From the bottom up, so that each text makes room for the next.
  const byHeight = series.toSorted(
    (one, other) => (one.values[endOf(one)] ?? 0) - (other.values[endOf(other)] ?? 0),
  );
  for (const one of byHeight) {
    const { token, values, notes = [], endLabel = [] } = one;
    context.fillStyle = color(token);
    for (const [index, value] of values.entries()) {
      const isAlone = value !== null && values[index - 1] === null && (values[index + 1] ?? null) === null;
      if (isAlone) {
        dot(...place(one, index), 2.5);
        context.fill();
      }
    }
    context.font = font(400);
    for (const { index, text } of notes) {
      const [x, y] = place(one, index);
      dot(x, y, 4);
      context.lineWidth = 2;
      context.strokeStyle = color(token);
      context.stroke();
      const { width } = context.measureText(text);
      const { left, baseline } = notePlace(x, y, width, series, scales);
      const isAbove = baseline <= y - noteRise && left <= x && x <= left + width;
      if (isAbove) {
        context.lineWidth = 1;
        context.beginPath();
        context.moveTo(x, y - 5);
        context.lineTo(x, baseline + 8);
        context.stroke();
      }
      context.textAlign = 'left';
      write(text, left, baseline, '--text');
    }
    const end = endOf(one);
    if (endLabel.length === 0 || end < 0) continue;
    const [x, y] = place(one, end);
    context.fillStyle = color(token);
    dot(x, y, 4);
    context.fill();
    const bottom = Math.min(y + 5 + (endLabel.length - 1) * lineHeight, lowest);
    context.textAlign = isWide(canvas) ? 'left' : 'right';
    const lines = isWide(canvas) ? endLabel : endLabel.slice(0, 1);
    const top = isWide(canvas)
      ? bottom - (lines.length - 1) * lineHeight
      : Math.max(Math.min(y - gap, lowest), scales.y.top + lineHeight);
    for (const [index, text] of lines.entries()) {
      context.font = font(index === 0 ? 600 : 400);
      write(
        text,
        isWide(canvas) ? scales.x.right + gap : scales.x.right,
        top + index * lineHeight,
        index === 0 ? '--strong' : '--muted',
      );
    }
    lowest = top - lineHeight;
  }
}

/** The first place near the ring at which the text is within the plot and crosses no line. */
function notePlace(x: number, y: number, width: number, series: readonly Series[], scales: Scales) {
  const { left: start, right: end } = scales.x;
  const within = (left: number) => Math.min(Math.max(left, start), end - width);
  const beside = { left: x + gap, baseline: Math.max(y - 8, scales.y.top + gap) };
  const besides = [0, 3 * gap].flatMap((distance) => [
    { ...beside, left: beside.left + distance },
    { ...beside, left: x - gap - width - distance },
  ]);
  const rows = [y - noteRise, y + noteDrop, y - 2 * noteRise, y - 3 * noteRise];
  const places = rows.flatMap((baseline) =>
    [x - width / 2, x - width, x].map((left) => ({ left: within(left), baseline })),
  );
  const isFree = ({ left, baseline }: { left: number; baseline: number }) => {
    const [top, bottom] = [baseline - gap, baseline + gap / 3];
    if (left < start || left + width > end || top < scales.y.top || bottom > scales.y.bottom) return false;
    return !series.some(({ values }) =>
      values.some((value, index) => {
        if (value === null) return false;
        const heights = [value, values[index + 1] ?? value].map((one) => scales.y.getPixelForValue(one));
        return (
          scales.x.getPixelForValue(index + 1) >= left &&
          scales.x.getPixelForValue(index) <= left + width &&
          Math.max(...heights) >= top &&
          Math.min(...heights) <= bottom
        );
      }),
    );
  };
  const near = [...places.slice(0, 6), ...besides, ...places.slice(6)].find(isFree);
  if (near) return near;
  // The nearest free place of the plot, such as for a note at the first of its points.
  const distanceOf = (place: { left: number; baseline: number }) =>
    Math.hypot(place.left - x, place.baseline - y);
  const anywhere = stepsBetween(scales.y.top + gap, scales.y.bottom, lineHeight).flatMap((baseline) =>
    stepsBetween(start, end - width, 2 * gap).map((left) => ({ left, baseline })),
  );
  return anywhere.toSorted((one, other) => distanceOf(one) - distanceOf(other)).find(isFree) ?? beside;
}

const stepsBetween = (from: number, to: number, step: number) =>
  Array.from({ length: Math.max(0, Math.floor((to - from) / step) + 1) }, (_, index) => from + index * step);
