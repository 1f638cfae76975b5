import { formatValue } from './dataset-values.tsx';
import { linePath } from './line-path.ts';

const width = 600;
const height = 200;

interface LinePictureProps {
  unit: string;
  labels: readonly string[];
  /** Null breaks the line. */
  values: readonly (number | null)[];
}

/** A line with its lowest and highest value and its ends, drawn without a script. */
export function LinePicture({ unit, labels, values }: LinePictureProps) {
  const path = linePath(values, { width, height });
  if (!path) return null;
  const known = values.filter((value) => value !== null);
  const range = `${formatValue(Math.min(...known))} to ${formatValue(Math.max(...known))}`;
  return (
    <figure className="flex min-h-0 flex-col gap-1 text-xs text-muted">
      <figcaption className="max-w-none">
        {unit}, {range}
      </figcaption>
      <svg
        className="h-[10rem] w-full overflow-visible border-y border-rule py-2 text-accent"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot use the theme's colours.
        role="img"
        aria-label={`Line from ${labels[0]} to ${labels.at(-1)}, ${range}`}
      >
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div className="flex justify-between" aria-hidden="true">
        <span>{labels[0]}</span>
        <span>{labels.at(-1)}</span>
      </div>
    </figure>
  );
}
