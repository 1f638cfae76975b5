import { useEffect, useRef } from 'react';
import { formatAud } from './format.ts';

interface PaymentDoughnutProps {
  principal: number;
  interest: number;
}

/** Drawn when its code has arrived, and again when the theme changes. */
export function PaymentDoughnut({ principal, interest }: PaymentDoughnutProps) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    let isGone = false;
    let remove: (() => void) | undefined;

    async function draw() {
      const { drawDoughnut } = await import('./doughnut.ts');
      if (isGone || !canvas.current) return;
      const style = getComputedStyle(canvas.current);
      const slices = [
        { value: principal, color: style.getPropertyValue('--ok') },
        { value: interest, color: style.getPropertyValue('--warn') },
      ];
      remove?.();
      remove = drawDoughnut(canvas.current, slices, style.getPropertyValue('--surface'));
    }

    // Without the chart's code, the list beside it still says everything.
    const redraw = () => void draw().catch(() => undefined);
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    redraw();
    return () => {
      isGone = true;
      theme.disconnect();
      remove?.();
    };
  }, [principal, interest]);

  const label = `Doughnut chart: principal ${formatAud(principal)}, interest ${formatAud(interest)}`;
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- nothing can be drawn on an <img>.
  return <canvas ref={canvas} role="img" aria-label={label} />;
}
