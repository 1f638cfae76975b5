import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';

const width = 200;
const height = 40;

interface SparklineProps {
  /** Null breaks the line. */
  values: readonly (number | null)[];
  /** Describes the line for screen readers. */
  label: string;
}

/** A small line without axes. */
export function Sparkline({ values, label }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const path = values
    .map((value, index) => {
      if (value === null) return '';
      const x = (index / (values.length - 1)) * width;
      const y = height - ((value - lowest) / (highest - lowest || 1)) * height;
      // A single value between gaps is a dot.
      return `${(values[index - 1] ?? null) === null ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}h0`;
    })
    .join('');
  return (
    <>
      <svg
        className="h-[2.75rem] w-full overflow-visible text-muted"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
  );
}
