import type { ChartFigures } from 'contract/charts/chart-figures.ts';
import { plotSvg, type SvgNode } from 'contract/charts/plot-svg.ts';
import { createElement, type ReactNode } from 'react';

export const screenColor = (token: string) => `var(--${token})`;

/** Attributes have other names in React. */
const nameOf = (attribute: string) =>
  attribute === 'class'
    ? 'className'
    : attribute.replaceAll(/(?<!^aria)-(\w)/g, (_, letter: string) => letter.toUpperCase());

export const elementsOf = (nodes: readonly SvgNode[]): ReactNode =>
  nodes.map(({ tag, attributes, content }, index) =>
    createElement(
      tag,
      {
        key: index,
        ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [nameOf(name), value])),
      },
      typeof content === 'string' ? content : content.length > 0 ? elementsOf(content) : undefined,
    ),
  );

interface PlotProps extends Pick<ChartFigures, 'kind' | 'series'> {
  className: string;
  strokeWidth?: number;
  range?: readonly [lowest: number, highest: number];
}

/** Lines or bars alone, which the text beside them describes. */
export function Plot({ kind, series, className, strokeWidth = 2, range }: PlotProps) {
  const options = {
    color: screenColor,
    strokeWidth,
    attributes: { class: className, 'aria-hidden': 'true' },
  };
  return elementsOf([plotSvg({ kind, series }, { ...options, ...(range && { range }) })]);
}
