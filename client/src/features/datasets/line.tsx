import { linePath } from './line-path.ts';

const height = 100;

interface LineProps {
  /** Null breaks the line. */
  values: readonly (number | null)[];
  isStepped?: boolean | undefined;
  isFilled?: boolean | undefined;
  /** The values at the bottom and at the top of the box. */
  lowest?: number;
  highest?: number;
  strokeWidth: number;
  className: string;
}

/** A line that fills its box, with the area down to its bottom if `isFilled`. */
export function Line({ values, isStepped, isFilled, strokeWidth, className, ...range }: LineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const { lowest = Math.min(...known), highest = Math.max(...known) } = range;
  const options = {
    x: (index: number) => index,
    y: (value: number) => height - ((value - lowest) / (highest - lowest || 1)) * height,
    isStepped,
  };
  return (
    <svg
      className={className}
      viewBox={`0 0 ${values.length - 1} ${height}`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
    >
      {isFilled && (
        <path d={linePath(values, { ...options, floor: height })} fill="currentColor" fillOpacity="0.15" />
      )}
      <path
        d={linePath(values, options)}
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
