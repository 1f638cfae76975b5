import { linePath } from './line-path.ts';
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
  const path = linePath(values, { width, height });
  if (!path) return null;
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
