import { useEffect, useEffectEvent, useRef } from 'react';
import styles from './chart-canvas.module.css';
import type { ChartUnit, DrawnChart, DrawnFigures } from './charts.ts';

interface ChartSeries {
  name: string;
  /** The design token of its colour, such as `--ok`. */
  token: '--ok' | '--warn' | '--muted';
  isDashed?: boolean;
  /** A value holds until the next. */
  isStepped?: boolean;
  /** One for each label; null where there is none any more. */
  values: (number | null)[];
}

interface ChartCanvasProps {
  kind: 'bar' | 'line';
  labels: string[];
  series: ChartSeries[];
  unit?: ChartUnit;
  /** Says what the chart shows; the figures stand in a table as well. */
  label: string;
}

/** Drawn once its code has loaded, moved to new figures when they come, and drawn again when the theme changes. */
export function ChartCanvas({ kind, labels, series, unit = 'AUD', label }: ChartCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<DrawnChart>(null);
  // As text, so that equal figures are not drawn again.
  const figures = JSON.stringify({ labels, series });
  const latest = useRef(figures);

  const drawn = useEffectEvent((given: string): DrawnFigures => {
    const { labels: drawnLabels, series: drawnSeries } = JSON.parse(given) as Pick<
      ChartCanvasProps,
      'labels' | 'series'
    >;
    const style = getComputedStyle(document.documentElement);
    return {
      unit,
      labels: drawnLabels,
      series: drawnSeries.map(({ name, token, isDashed = false, isStepped = false, values }) => {
        return { name, isDashed, isStepped, values, color: style.getPropertyValue(token) };
      }),
      textColor: style.getPropertyValue('--muted'),
      ruleColor: style.getPropertyValue('--rule'),
    };
  });

  useEffect(() => {
    let isUnmounted = false;
    async function draw() {
      const { drawChart } = await import('./charts.ts');
      if (isUnmounted || !canvas.current) return;
      chart.current = drawChart(canvas.current, kind, drawn(latest.current));
    }
    const theme = new MutationObserver(() => chart.current?.update(drawn(latest.current)));
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    // After the next paint, which shows the text. Without the chart's code, the table still says everything.
    const frame = requestAnimationFrame(() => setTimeout(() => void draw().catch(() => undefined)));
    return () => {
      isUnmounted = true;
      cancelAnimationFrame(frame);
      theme.disconnect();
      chart.current?.remove();
      chart.current = null;
    };
  }, [kind]);

  useEffect(() => {
    latest.current = figures;
    // A task of its own for each chart: a slider redraws several at once.
    const redraw = setTimeout(() => chart.current?.update(drawn(figures)));
    return () => clearTimeout(redraw);
  }, [figures]);

  return (
    <figure className={styles.figure}>
      <ul className={styles.legend} aria-hidden="true">
        {series.map(({ name, token, isDashed }) => (
          <li key={name}>
            <span className={isDashed ? styles.dash : styles.swatch} data-token={token.slice(2)} />
            {name}
          </li>
        ))}
      </ul>
      <div className={styles.frame}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- nothing can be drawn on an <img>. */}
        <canvas ref={canvas} className={styles.canvas} role="img" aria-label={label} />
      </div>
    </figure>
  );
}
