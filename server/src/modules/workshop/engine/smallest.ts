/** The smallest integer from 0 to `highest` that passes, by bisection; `highest` passes, and so does all above one. */
export function smallestPassing(highest: number, passes: (value: number) => boolean): number {
  if (passes(0)) return 0;
  let failing = 0;
  let passing = highest;
  while (passing - failing > 1) {
    const middle = Math.floor((failing + passing) / 2);
    if (passes(middle)) passing = middle;
    else failing = middle;
  }
  return passing;
}
