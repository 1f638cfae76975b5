import type { ChartFigures } from 'contract/charts/chart-figures.ts';
import type { ReactNode } from 'react';
import { chartSvg, ticksOf } from 'contract/charts/chart-svg.ts';
import { cx } from '#ui/cx.ts';
import { elementsOf, screenColor } from './plot.tsx';

interface ChartSvgProps {
  figures: ChartFigures;
  /** Describes the chart; without it, the element around the chart has the name. */
  label?: string;
  /** Whether the names are below the chart where the container is narrow. */
  isNamedBelow?: boolean | undefined;
  className: string;
  /** Over the plot, which is their containing block. */
  children?: ReactNode;
}

const namedBesideClass = '@max-[40em]:hidden';
const namedBelowClass = 'flex flex-wrap gap-x-4 gap-y-1 text-xs text-strong @min-[40em]:hidden';

/** The names at the ends of the lines, where the chart has no room for them. */
export const NamesBelow = ({ series }: Pick<ChartFigures, 'series'>) => (
  <ul className={namedBelowClass} aria-hidden="true">
    {series.map(({ name, color, isDashed, isDotted, endLabel = [name] }) => (
      <li key={name} className="flex items-center gap-2">
        <span
          className="w-5 flex-none border-t-2"
          style={{
            borderTopColor: screenColor(color),
            borderTopStyle: isDashed ? 'dashed' : isDotted ? 'dotted' : 'solid',
          }}
        />
        <span>{endLabel.join(' ')}</span>
      </li>
    ))}
  </ul>
);

/** A chart with its axes, and the names and values at the ends of its lines. It needs no script. */
export function ChartSvg({ figures, label, isNamedBelow, className, children }: ChartSvgProps) {
  const besideClass = isNamedBelow ? namedBesideClass : 'max-md:hidden';
  const endLabels = figures.series.flatMap(({ endLabel = [], isNamedInside }) =>
    isNamedInside ? [] : endLabel,
  );
  return (
    <div className={cx('flex pt-5 pr-4 pb-6 text-xs', className)}>
      <Margin texts={ticksOf(figures).map(({ text }) => text)} />
      <div className="relative h-full min-w-0 flex-1">
        <svg
          className="size-full overflow-visible"
          {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
        >
          {elementsOf(
            chartSvg(figures, {
              color: screenColor,
              besideClass,
              ...(isNamedBelow
                ? { insideClass: besideClass, betweenClass: '@max-[15em]:hidden' }
                : { aboveClass: 'md:hidden' }),
            }),
          )}
        </svg>
        {children}
      </div>
      <Margin texts={endLabels} className={besideClass} />
    </div>
  );
}

/** As wide as the texts beside the plot. */
const Margin = ({ texts, className }: { texts: readonly string[]; className?: string }) => (
  <svg
    className={className}
    width={`${Math.max(0, ...texts.map(({ length }) => length)) + 1.5}ch`}
    height="1"
    aria-hidden="true"
  />
);
