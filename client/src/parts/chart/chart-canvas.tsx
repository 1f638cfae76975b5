import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { cx } from '#ui/cx.ts';
import type { ChartFigures, DrawnChart } from './charts.ts';

interface ChartCanvasProps extends Omit<ChartFigures, 'unit'> {
  kind: 'bar' | 'line';
  unit?: ChartFigures['unit'];
  /** Describes the chart for screen readers; its figures are also in a table. */
  label: string;
  size?: keyof typeof sizeClasses;
  /** The unit in words, above the axis. */
  unitText?: string | undefined;
  /** Called with the index of the label nearest to the pointer. */
  onPoint?: (index: number) => void;
  /** Below the chart. Its style may use `--plot-left` and `--plot-width`. */
  children?: ReactNode;
}

const sizeClasses = { small: 'h-[8rem]', medium: 'h-[16rem]', large: 'h-[22rem]' };

/**
 * A chart that is drawn when its code has loaded, and updated when the figures or the theme change. A single series has
 * no legend, because the heading names it, and none has a chart whose lines begin their texts at the end with their
 * names, nor a wide chart with other texts there.
 */
export function ChartCanvas(props: ChartCanvasProps) {
  const {
    kind,
    labels,
    labelEvery,
    hasYears,
    series,
    unit = 'AUD',
    label,
    size = 'medium',
    markedIndex,
    onPoint,
  } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<DrawnChart>(null);
  const figures = { labels, labelEvery, hasYears, series, unit, markedIndex };
  const update = useEffectEvent(() => chart.current?.update(figures));

  useEffect(() => {
    let isUnmounted = false;
    async function draw() {
      const { drawChart } = await import('./charts.ts');
      if (isUnmounted || !canvas.current) return;
      chart.current = drawChart(canvas.current, kind);
      update();
    }
    const theme = new MutationObserver(() => update());
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const forcedColors = window.matchMedia('(forced-colors: active)');
    const redraw = () => update();
    forcedColors.addEventListener('change', redraw);
    // After the next paint, which shows the text. If the chart's code fails to load, the table has the figures.
    const frame = requestAnimationFrame(() => setTimeout(() => void draw().catch(() => undefined)));
    return () => {
      isUnmounted = true;
      cancelAnimationFrame(frame);
      theme.disconnect();
      forcedColors.removeEventListener('change', redraw);
      chart.current?.remove();
      chart.current = null;
    };
  }, [kind]);

  // Compared as text, so that equal figures are not drawn again.
  const figuresText = JSON.stringify(figures);
  useEffect(() => {
    // Each chart is redrawn in a separate task, because a slider updates several charts at once.
    const redraw = setTimeout(() => update());
    return () => clearTimeout(redraw);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text represents the figures.
  }, [figuresText]);

  function point({ nativeEvent }: PointerEvent) {
    const index = chart.current?.indexAt(nativeEvent.offsetX) ?? -1;
    if (index >= 0 && index < labels.length) onPoint?.(index);
  }

  return (
    <figure className="print:hidden">
      {series.length > 1 && !series.every(({ name, endLabel = [] }) => endLabel[0] === name) && (
        <ul
          className={cx(
            'mb-3 flex flex-wrap gap-x-5 gap-y-2 text-sm text-muted',
            // A narrow chart has no room for names at the ends of its lines.
            series.some(({ endLabel }) => endLabel) && 'md:hidden',
          )}
          aria-hidden="true"
        >
          {series.map(({ name, token, isDashed, isDotted }) => (
            <li className="flex items-center gap-2" key={`${token} ${name}`}>
              <span
                className={cx(
                  'w-4 forced-color-adjust-none',
                  isDashed || isDotted
                    ? 'h-0 border-t-2 border-muted data-[token=accent]:border-accent data-[token=hot]:border-hot data-[token=info]:border-info data-[token=ok]:border-ok data-[token=warn]:border-warn'
                    : 'h-[0.75rem] bg-muted data-[token=accent]:bg-accent data-[token=hot]:bg-hot data-[token=info]:bg-info data-[token=ok]:bg-ok data-[token=warn]:bg-warn',
                  isDashed ? 'border-dashed' : isDotted && 'border-dotted',
                )}
                data-token={token.slice(2)}
              />
              {name}
            </li>
          ))}
        </ul>
      )}
      {props.unitText && <p className="text-xs text-muted">{props.unitText}</p>}
      <div className={cx('relative min-w-0 [touch-action:pan-y] overflow-hidden', sizeClasses[size])}>
        <noscript>The chart needs JavaScript.</noscript>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a field beside the chart has the same function for the keyboard. */}
        <canvas
          ref={canvas}
          className="size-full forced-color-adjust-none"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- nothing can be drawn on an <img>.
          role="img"
          aria-label={label}
          onPointerMove={onPoint && point}
          onPointerDown={onPoint && point}
        />
      </div>
      {props.children}
    </figure>
  );
}
