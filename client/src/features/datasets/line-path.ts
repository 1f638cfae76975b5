/**
 * The path of a line that fills a box. Null breaks the line, and a single value between gaps is a dot. Undefined for
 * fewer than two values.
 */
export function linePath(
  values: readonly (number | null)[],
  { width, height }: { width: number; height: number },
): string | undefined {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return undefined;
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  return values
    .map((value, index) => {
      if (value === null) return '';
      const x = (index / (values.length - 1)) * width;
      const y = height - ((value - lowest) / (highest - lowest || 1)) * height;
      return `${(values[index - 1] ?? null) === null ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}h0`;
    })
    .join('');
}
