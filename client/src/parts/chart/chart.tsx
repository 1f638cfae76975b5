import type { ChartFigures } from 'contract/charts/chart-figures.ts';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { ChartSvg } from './chart-svg.tsx';
import type { drawChart } from './charts.ts';

interface ChartProps extends Omit<ChartFigures, 'unit'> {
  unit?: ChartFigures['unit'];
  /** Describes the chart for screen readers; its figures are also in a table. */
  label: string;
  size?: keyof typeof sizeClasses;
  /** The unit in words, above the axis. */
  unitText?: string | undefined;
  /** Called with the index of the label that the pointer reads. */
  onPoint?: (index: number) => void;
  /** Below the chart. Its style may use `--plot-left` and `--plot-width`. */
  children?: ReactNode;
}

const mostPoints = 200;

/** Without every second value of a long line, for the page of the server, which must stay small. */
function shorter(figures: ChartFigures): ChartFigures {
  const { labels, series, hasYears } = figures;
  const step = hasYears ? Math.ceil(labels.length / mostPoints) : 1;
  const some = <Item,>(list: readonly Item[]) => list.filter((_, index) => index % step === 0);
  return {
    ...figures,
    labels: some(labels),
    series: series.map((one) => ({ ...one, values: some(one.values) })),
  };
}

const sizeClasses = { small: 'h-[8rem]', medium: 'h-[16rem]', large: 'h-[22rem]' };

/**
 * A chart whose values can be read with the pointer once its code has loaded. Until then, and without scripts, it is an
 * SVG. It is updated when the figures or the theme change.
 */
export function Chart({
  label,
  size = 'medium',
  unitText,
  onPoint,
  children,
  unit = 'AUD',
  ...rest
}: ChartProps) {
  const figures: ChartFigures = { ...rest, unit };
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<ReturnType<typeof drawChart>>(null);
  const [isDrawn, setDrawn] = useState(false);
  const current = useEffectEvent(() => figures);
  const update = useEffectEvent(() => chart.current?.update(figures));
  const point = useEffectEvent((index: number) => onPoint?.(index));

  useEffect(() => {
    let isUnmounted = false;
    async function draw() {
      const { drawChart } = await import('./charts.ts');
      if (isUnmounted || !canvas.current) return;
      chart.current = drawChart(canvas.current, current(), point);
      setDrawn(true);
    }
    const theme = new MutationObserver(() => update());
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const forcedColors = window.matchMedia('(forced-colors: active)');
    const redraw = () => update();
    forcedColors.addEventListener('change', redraw);
    // After the next paint, which shows the text. If the chart's code fails to load, the SVG stays.
    const frame = requestAnimationFrame(() => setTimeout(() => void draw().catch(() => undefined)));
    return () => {
      isUnmounted = true;
      cancelAnimationFrame(frame);
      theme.disconnect();
      forcedColors.removeEventListener('change', redraw);
      chart.current?.remove();
      chart.current = null;
    };
  }, []);

  // Compared as text, so that equal figures are not drawn again.
  const figuresText = JSON.stringify(figures);
  useEffect(() => {
    // Each chart is redrawn in a separate task, because a slider updates several charts at once.
    const redraw = setTimeout(() => update());
    return () => clearTimeout(redraw);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text represents the figures.
  }, [figuresText]);

  return (
    <figure className="print:hidden">
      {unitText && <p className="text-xs text-muted">{unitText}</p>}
      <div className={cx('relative min-w-0 [touch-action:pan-y] overflow-hidden', sizeClasses[size])}>
        {!isDrawn && <ChartSvg figures={shorter(figures)} className="absolute inset-0" />}
        {/* Out of the flow: Chart.js sets its width, which would keep the column from becoming narrower. */}
        <canvas
          ref={canvas}
          className="absolute inset-0 size-full forced-color-adjust-none"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- nothing can be drawn on an <img>.
          role="img"
          aria-label={label}
        />
      </div>
      {children}
    </figure>
  );
}
