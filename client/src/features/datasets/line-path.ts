interface PathOptions {
  /** Map the index and the value to the coordinates of the box. */
  x: (index: number) => number;
  y: (value: number) => number;
  /** The line is horizontal until the next value instead of sloping towards it. */
  isStepped?: boolean | undefined;
  /** The height down to which the path encloses an area instead of being a line. */
  floor?: number | undefined;
}

/** The path of a line. Null breaks it, and a single value between gaps is a dot. */
export function linePath(
  values: readonly (number | null)[],
  { x, y, isStepped = false, floor }: PathOptions,
): string {
  return values
    .map((value, index) => {
      if (value === null) return '';
      const [before = null, after = null] = [values[index - 1], values[index + 1]];
      const [left, top] = [rounded(x(index)), rounded(y(value))];
      const end = after === null && floor !== undefined ? `V${rounded(floor)}` : '';
      if (before === null)
        return floor === undefined
          ? `M${left} ${top}${after === null ? 'h0' : ''}`
          : `M${left} ${rounded(floor)}V${top}${end}`;
      if (!isStepped) return `L${left} ${top}${end}`;
      // A path is short where the line is flat.
      return value === before && after !== null ? '' : `H${left}V${top}${end}`;
    })
    .join('');
}

/** Engines differ in the last digits of a quotient, and a page has no use for them. */
const rounded = (coordinate: number) => Number(coordinate.toFixed(1));
