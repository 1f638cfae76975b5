import { useEffect, useRef } from 'react';
import styles from './doughnut.module.css';

interface DoughnutSlice {
  value: number;
  /** The design token of its colour, such as `--ok`. */
  token: string;
}

interface DoughnutProps {
  slices: readonly DoughnutSlice[];
  /** Says what the chart shows; the figures stand beside it as well. */
  label: string;
}

/** Drawn once its code has loaded, and again when the theme changes. As large as its parent. */
export function Doughnut({ slices, label }: DoughnutProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // As text, so that an equal list is not drawn again.
  const figures = JSON.stringify(slices);

  useEffect(() => {
    let isUnmounted = false;
    let remove: (() => void) | undefined;

    async function draw() {
      const { drawDoughnut } = await import('./doughnut-chart.ts');
      if (isUnmounted || !canvas.current) return;
      const style = getComputedStyle(canvas.current);
      const drawn = (JSON.parse(figures) as DoughnutSlice[]).map(({ value, token }) => ({
        value,
        color: style.getPropertyValue(token),
      }));
      remove?.();
      remove = drawDoughnut(canvas.current, drawn, style.getPropertyValue('--surface'));
    }

    // Without the chart's code, the figures beside it still say everything.
    const redraw = () => void draw().catch(() => undefined);
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    redraw();
    return () => {
      isUnmounted = true;
      theme.disconnect();
      remove?.();
    };
  }, [figures]);

  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- nothing can be drawn on an <img>.
  return <canvas ref={canvas} className={styles.canvas} role="img" aria-label={label} />;
}
