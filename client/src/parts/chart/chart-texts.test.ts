import type { Scale } from 'chart.js';
import { expect, test } from 'vitest';
import { drawTexts } from './chart-texts.ts';

const plot = { left: 60, right: 660, top: 10, bottom: 310 };
const letterWidth = 8;
const points = 300;

/** Draws a note at a point of the first curve. Returns the place of its text, and the points of all curves. */
function noteOf(curves: number[][], index: number) {
  const text = 'ahead from payment 1';
  const places: { left: number; right: number; top: number; bottom: number }[] = [];
  const context = {
    ...Object.fromEntries(
      ['beginPath', 'arc', 'stroke', 'fill', 'moveTo', 'lineTo', 'strokeText'].map((name) => [
        name,
        () => {},
      ]),
    ),
    measureText: ({ length }: string) => ({ width: length * letterWidth }),
    fillText: ({ length }: string, left: number, baseline: number) =>
      places.push({ left, right: left + length * letterWidth, top: baseline - 11, bottom: baseline + 3 }),
  };
  const [least, most] = [Math.min(...curves.flat()), Math.max(...curves.flat())];
  const x = (at: number) => plot.left + (at / (points - 1)) * (plot.right - plot.left);
  const y = (value: number) => plot.bottom - ((value - least) / (most - least)) * (plot.bottom - plot.top);
  drawTexts(
    { clientWidth: 700 } as HTMLCanvasElement,
    context as unknown as CanvasRenderingContext2D,
    {
      kind: 'line',
      unit: 'AUD',
      labels: [],
      series: curves.map((values, curve) => ({
        name: `Offer ${curve + 1}`,
        color: 'accent',
        values,
        notes: curve === 0 ? [{ index, text }] : [],
      })),
    },
    {
      x: { ...plot, getPixelForValue: x } as unknown as Scale,
      y: { ...plot, getPixelForValue: y } as unknown as Scale,
    },
    (token) => token,
  );
  return {
    place: places[0]!,
    drawn: curves.flatMap((one) => one.map((value, at) => [x(at), y(value)] as const)),
  };
}

type Curve = (at: number) => number;

test.each<[string, Curve[], number]>([
  ['the first point of a curve that rises', [(at) => at ** 0.5], 0],
  ['the first point of a curve that falls', [(at) => -(at ** 0.5)], 0],
  ['the first of three level curves, near the second', [() => 100, () => 96, () => 0], 0],
  ['a point in the middle', [(at) => (at - 150) ** 2], 150],
  ['the last point', [(at) => at ** 2], 299],
])('a note of %s lies on no curve and within the plot', (_, curves, index) => {
  const { place, drawn } = noteOf(
    curves.map((curve) => Array.from({ length: points }, (_unused, at) => curve(at))),
    index,
  );
  expect(place.left).toBeGreaterThanOrEqual(plot.left);
  expect(place.right).toBeLessThanOrEqual(plot.right);
  expect(place.top).toBeGreaterThanOrEqual(plot.top);
  expect(place.bottom).toBeLessThanOrEqual(plot.bottom);
  const crossed = drawn.filter(
    ([x, y]) => x >= place.left && x <= place.right && y >= place.top && y <= place.bottom,
  );
  expect(crossed).toEqual([]);
});
