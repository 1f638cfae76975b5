import { ArcElement, Chart, DoughnutController } from 'chart.js';

Chart.register(DoughnutController, ArcElement);

interface Slice {
  value: number;
  color: string;
}

/**
 * Fills the canvas's parent, which must have its own size.
 * @returns a function that removes the chart.
 */
export function drawDoughnut(canvas: HTMLCanvasElement, slices: Slice[], gapColor: string): () => void {
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const chart = new Chart(canvas, {
    type: 'doughnut',
    data: {
      datasets: [
        {
          data: slices.map(({ value }) => value),
          backgroundColor: slices.map(({ color }) => color),
          borderColor: gapColor,
          borderWidth: 2,
        },
      ],
    },
    options: {
      cutout: '76%',
      maintainAspectRatio: false,
      animation: prefersReducedMotion ? false : { duration: 500 },
      events: [],
    },
  });
  return () => chart.destroy();
}
