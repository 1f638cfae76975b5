/** A chart that stands without scripts, or in a file. */
import { axisLabels, niceTicks } from './axis.ts';
import { type ChartFigures, tickTexts } from './chart-figures.ts';
import { type Color, plotSvg, rangeOf, rounded, svgNode, type SvgNode } from './plot-svg.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string | number) => String(text).replace(/[&<>"]/g, (one) => entities[one] ?? one);

export function svgText({ tag, attributes, content }: SvgNode): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const inside = typeof content === 'string' ? escaped(content) : content.map(svgText).join('');
  return `<${tag}${written.join('')}>${inside}</${tag}>`;
}

const percent = (share: number) => `${rounded(100 * share)}%`;

interface ChartOptions {
  color: Color;
  strokeWidth?: number;
  /** The width in pixels, which the server does not know. */
  width?: number;
  /** The classes of the names at the ends of the lines, and of those above the ends, where a screen has no room for others. */
  besideClass?: string;
  /** The class of the names in the plot, which are written elsewhere where they have no room. */
  insideClass?: string;
  /** The class of the texts of the axis between the first and the last. */
  betweenClass?: string;
  aboveClass?: string;
}

/** The names of series that have none at the end of their lines. The font is monospaced. */
function legendOf({ series }: ChartFigures, color: Color): SvgNode[] {
  if (series.length < 2 || series.every(({ endLabel }) => endLabel)) return [];
  const texts = series.map(({ name }) => `■ ${name}  `);
  return series.map(({ color: token }, index) => {
    const before = texts.slice(0, index).join('').length;
    return svgNode(
      'text',
      { x: `${rounded(0.6 * before)}em`, dy: '-0.6em', fill: color(token) },
      texts[index],
    );
  });
}

/** The lines of the grid, whose texts are beside the box. */
export function ticksOf(figures: ChartFigures): { value: number; text: string }[] {
  const [lowest, highest] = rangeOf(figures);
  return niceTicks(Math.min(0, lowest), Math.max(0, highest)).map((value) => ({
    value,
    text: tickTexts[figures.unit](value),
  }));
}

/** The height of a line of text beside the others, of a box of usual height. */
const lineShare = 0.08;

/** The parts of a chart, in a box with room for the texts around it. */
export function chartSvg(figures: ChartFigures, options: ChartOptions): SvgNode[] {
  const { color, strokeWidth = 2, width = 420, besideClass, insideClass, betweenClass, aboveClass } = options;
  const { kind, labels, isLabelledAtStarts, series, markedIndex } = figures;
  const ticks = ticksOf(figures);
  const range = [ticks[0]?.value ?? 0, ticks.at(-1)?.value ?? 1] as const;
  const share = (value: number) => (range[1] - value) / (range[1] - range[0] || 1);
  const y = (value: number) => percent(share(value));
  const x = (index: number) =>
    kind === 'bar' ? percent((index + 0.5) / labels.length) : percent(index / Math.max(labels.length - 1, 1));
  const muted = { fill: color('muted') };
  /** For a text on top of lines. */
  const onLines = {
    'font-weight': 600,
    fill: color('strong'),
    stroke: color('bg'),
    'stroke-width': 4,
    'paint-order': 'stroke',
  };
  let lowest = Infinity;
  // From the bottom up, so that each text makes room for the next.
  const named = series
    .flatMap((one) => {
      const index = one.values.findLastIndex((value) => value !== null);
      return one.endLabel?.length && index >= 0 ? [{ ...one, index, end: one.values[index] ?? 0 }] : [];
    })
    .toSorted((one, other) => one.end - other.end)
    .map((one) => {
      if (one.isNamedInside) return { ...one, top: y(one.end) };
      const top = Math.min(share(one.end), lowest - lineShare * (one.endLabel?.length ?? 0));
      lowest = top;
      return { ...one, top: percent(top) };
    });
  const [inside, outside] = [true, false].map((isInside) =>
    named.filter((one) => (one.isNamedInside ?? false) === isInside),
  ) as [typeof named, typeof named];
  return [
    ...legendOf(figures, color),
    ...ticks.flatMap(({ value, text }) => [
      svgNode('line', { x2: '100%', y1: y(value), y2: y(value), stroke: color('rule') }),
      svgNode('text', { x: '-0.9em', y: y(value), dy: '0.35em', 'text-anchor': 'end', ...muted }, text),
    ]),
    ...axisLabels(figures, width).map(({ index, text }, order, all) => {
      const isBetween = order > 0 && order < all.length - 1;
      const style = { ...muted, ...(betweenClass && isBetween && { class: betweenClass }) };
      return svgNode(
        'text',
        {
          x: isLabelledAtStarts ? percent(index / labels.length) : x(index),
          y: '100%',
          dy: '1.6em',
          'text-anchor': 'middle',
          ...style,
        },
        text,
      );
    }),
    ...(markedIndex === undefined
      ? []
      : [svgNode('line', { x1: x(markedIndex), x2: x(markedIndex), y2: '100%', stroke: color('muted') })]),
    plotSvg(figures, {
      color,
      range,
      strokeWidth,
      attributes: { width: '100%', height: '100%', 'aria-hidden': 'true' },
    }),
    ...inside.flatMap(({ color: token, index: at, end, endLabel = [] }) => [
      svgNode('circle', { cx: x(at), cy: y(end), r: 2 * strokeWidth, fill: color(token) }),
      svgNode(
        'text',
        {
          x: x(at),
          y: y(end),
          // Below a line that falls to its end, and before the names at the ends of other lines.
          ...(at > labels.length / 2
            ? { dx: '-4.5em', dy: '-0.6em', 'text-anchor': 'end' }
            : { dx: '0.3em', dy: '-0.8em', 'text-anchor': 'start' }),
          ...(insideClass && { class: insideClass }),
          ...onLines,
        },
        endLabel.join(' '),
      ),
    ]),
    ...outside.flatMap(({ color: token, index: at, end, top, endLabel = [] }) => [
      svgNode('circle', { cx: x(at), cy: y(end), r: 2 * strokeWidth, fill: color(token) }),
      ...endLabel.map((text, row) =>
        svgNode(
          'text',
          {
            x: '100%',
            y: top,
            dx: '0.9em',
            dy: `${0.35 + 1.4 * row}em`,
            ...(besideClass && { class: besideClass }),
            ...(row === 0 ? { fill: color('strong'), 'font-weight': 600 } : muted),
          },
          text,
        ),
      ),
      ...(aboveClass && endLabel[0]
        ? [
            svgNode(
              'text',
              {
                class: aboveClass,
                x: '100%',
                y: top,
                dy: '-0.8em',
                'text-anchor': 'end',
                ...onLines,
              },
              endLabel[0],
            ),
          ]
        : []),
    ]),
  ];
}
