/**
 * A long calculation, which pauses after slices of a few milliseconds. The server serves other requests in the pauses,
 * and the browser handles input.
 */
export type Slices<Result> = Generator<undefined, Result, undefined>;

/** Runs all slices without a pause. */
export function finish<Result>(slices: Slices<Result>): Result {
  let step = slices.next();
  while (!step.done) step = slices.next();
  return step.value;
}
