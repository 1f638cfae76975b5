/** The lines and bars of every drawing of figures that stands without scripts, in a file or in a picture. */
import type { ColorToken } from 'contract/colors.ts';
import type { ChartFigures, ChartSeries } from './chart-figures.ts';

/** An element of a drawing, which becomes text or a part of the screen. */
export interface SvgNode {
  tag: 'circle' | 'g' | 'line' | 'path' | 'rect' | 'svg' | 'text' | 'title';
  attributes: Readonly<Record<string, string | number>>;
  content: readonly SvgNode[] | string;
}

export const svgNode = (
  tag: SvgNode['tag'],
  attributes: SvgNode['attributes'],
  content: SvgNode['content'] = [],
): SvgNode => ({ tag, attributes, content });

/** The colour of a token: a variable on a screen, and a value in a file. */
export type Color = (token: ColorToken) => string;

/** Engines differ in the last digits of a quotient, and a page has no use for them. */
export const rounded = (coordinate: number) => Number(coordinate.toFixed(1));

const height = 100;

/** The path of a line in a box of this height. Null breaks it, and a single value between gaps is a dot. */
function linePath({ values, isStepped }: ChartSeries, y: (value: number) => number, floor?: number): string {
  return values
    .map((value, x) => {
      if (value === null) return '';
      const [before = null, after = null] = [values[x - 1], values[x + 1]];
      const top = rounded(y(value));
      const end = after === null && floor !== undefined ? `V${floor}` : '';
      if (before === null)
        return floor === undefined
          ? `M${x} ${top}${after === null ? 'h0' : ''}`
          : `M${x} ${floor}V${top}${end}`;
      // Differences are shorter, and more alike, than places.
      if (!isStepped) return `l1 ${rounded(top - rounded(y(before)))}${end}`;
      // A path is short where the line is flat.
      return value === before && after !== null ? '' : `H${x}V${top}${end}`;
    })
    .join('');
}

const dashes = ({ isDashed, isDotted }: ChartSeries) =>
  isDashed ? { 'stroke-dasharray': '6 4' } : isDotted ? { 'stroke-dasharray': '2 3' } : {};

const barStep = 10;
const barWidth = 8;

/**
 * Each series upon the one before, drawn from the ground behind it, which is shorter; an outline, or a line of steps, is
 * compared with all of them.
 */
function bars(series: readonly ChartSeries[], y: (value: number) => number, color: Color): SvgNode[] {
  const ground = rounded(y(0));
  return series.toReversed().map(({ isDashed, isStepped, ...one }) => {
    const order = series.findIndex(({ values }) => values === one.values);
    const below = isDashed ? [] : series.slice(0, order).filter((other) => !other.isDashed);
    const paths = one.values.map((value, index) => {
      if (value === null) return '';
      if (isStepped)
        return `${index === 0 ? 'M0 ' : 'V'}${rounded(y(value))}H${(index + 1) * barStep - (barStep - barWidth)}`;
      const from = below.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
      return `M${index * barStep} ${ground}V${rounded(y(from + value))}h${barWidth}V${ground}`;
    });
    const style = isDashed
      ? {
          fill: 'none',
          stroke: color(one.color),
          'stroke-dasharray': '3 2',
          'vector-effect': 'non-scaling-stroke',
        }
      : { fill: color(one.color) };
    return svgNode('path', { d: paths.join(''), ...style });
  });
}

interface PlotOptions {
  color: Color;
  /** The values at the bottom and at the top. */
  range?: readonly [lowest: number, highest: number];
  strokeWidth?: number;
  attributes?: SvgNode['attributes'];
}

/** The least and the greatest value, where bars stand upon each other. */
export function rangeOf({ kind, series }: Pick<ChartFigures, 'kind' | 'series'>): [number, number] {
  const sums = series[0]?.values.map((_, index) =>
    series.reduce((sum, { values, isDashed }) => sum + (isDashed ? 0 : (values[index] ?? 0)), 0),
  );
  const values = series.flatMap((one) => one.values).filter((value) => value !== null);
  const all = kind === 'bar' ? [0, ...values, ...(sums ?? [])] : values;
  return [Math.min(...all), Math.max(...all)];
}

/** The lines or bars alone, in a box that they fill. */
export function plotSvg(figures: Pick<ChartFigures, 'kind' | 'series'>, options: PlotOptions): SvgNode {
  const { kind, series } = figures;
  const { color, range: [lowest, highest] = rangeOf(figures), strokeWidth = 2, attributes } = options;
  const y = (value: number) => height - ((value - lowest) / (highest - lowest || 1)) * height;
  const count = series[0]?.values.length ?? 0;
  const width = Math.max(kind === 'bar' ? count * barStep - (barStep - barWidth) : count - 1, 1);
  const lines = series.flatMap((one) => {
    const stroke = {
      fill: 'none',
      stroke: color(one.color),
      'stroke-width': strokeWidth,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      'vector-effect': 'non-scaling-stroke',
      ...dashes(one),
    };
    const area = {
      d: linePath(one, y, rounded(y(Math.max(lowest, 0)))),
      fill: color(one.color),
      'fill-opacity': 0.15,
    };
    return [
      ...(one.isFilled ? [svgNode('path', area)] : []),
      svgNode('path', { d: linePath(one, y), ...stroke }),
    ];
  });
  return svgNode(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', overflow: 'visible', ...attributes },
    kind === 'bar' ? bars(series, y, color) : lines,
  );
}
