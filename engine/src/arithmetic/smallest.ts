import type { Slices } from 'engine/slices.ts';

/**
 * The smallest integer from 0 to `highest` that passes. `highest` passes, and so does every value above a passing one.
 * Searches from `estimate` with doubling steps, of which `firstStep` is the first, until one fails and one passes, then by bisection. Pauses after each
 * value.
 */
export function* smallestPassing(
  highest: number,
  passes: (value: number) => boolean,
  estimate = 0,
  firstStep = 1,
): Slices<number> {
  let failing = -1;
  let passing = highest;
  let value = Math.min(estimate, highest - 1);
  for (let step = firstStep; passing - failing > 1; step *= 2) {
    if (passes(value)) passing = value;
    else failing = value;
    if (passing < highest && failing >= 0) value = Math.floor((failing + passing) / 2);
    else value = passing === value ? Math.max(value - step, 0) : Math.min(value + step, highest - 1);
    yield;
  }
  return passing;
}
