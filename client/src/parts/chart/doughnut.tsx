import { useEffect, useRef } from 'react';

interface DoughnutSlice {
  value: number;
  /** A design token, such as `--ok`. */
  token: string;
}

export function Doughnut({ slices, label }: { slices: readonly DoughnutSlice[]; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // Compared as text, so that equal slices are not drawn again.
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

    // If the chart's code fails to load, the figures beside it are enough.
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
  return <canvas ref={canvas} className="size-full" role="img" aria-label={label} />;
}
