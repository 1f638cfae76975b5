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

const itemsPerSlice = 200;

/** Maps a long list, pausing now and then. */
export function* mapSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Slices<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index % itemsPerSlice === itemsPerSlice - 1) yield;
    results.push(map(item, index));
  }
  return results;
}
