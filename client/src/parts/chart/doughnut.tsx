interface DoughnutSlice {
  value: number;
  /** A design token, such as `--ok`. */
  token: string;
}

/** The space between two slices, as a percentage of the circle. */
const gap = 0.5;

/** A circle in a view box of 120, whose length counts as 100. */
export const ring = { cx: 60, cy: 60, r: 52, pathLength: 100 } as const;

/** The slices clockwise from the top, each a part of the ring. */
export function Doughnut({ slices, label }: { slices: readonly DoughnutSlice[]; label: string }) {
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  if (total === 0) return null;
  const starts = slices.map((_, index) =>
    slices.slice(0, index).reduce((sum, { value }) => sum + (100 * value) / total, 0),
  );
  return (
    <svg
      viewBox="0 0 120 120"
      className="size-full -rotate-90 forced-colors:forced-color-adjust-none"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot use the theme's colours.
      role="img"
      aria-label={label}
    >
      {slices.map(({ value, token }, index) => (
        <circle
          key={token}
          className="fill-none stroke-13"
          stroke={`var(${token})`}
          {...ring}
          strokeDasharray={`${value === total ? 100 : Math.max(0, (100 * value) / total - gap)} 100`}
          strokeDashoffset={-(starts[index] ?? 0)}
        />
      ))}
    </svg>
  );
}
