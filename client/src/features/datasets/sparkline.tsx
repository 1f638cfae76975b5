import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';

const width = 200;
const height = 40;

/** A small line without axes. The label describes it for screen readers. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  if (values.length < 2) return null;
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * width;
    const y = height - ((value - lowest) / (highest - lowest || 1)) * height;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <>
      <svg
        className="h-8 w-full overflow-visible text-ok"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline
          points={points.join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
  );
}
