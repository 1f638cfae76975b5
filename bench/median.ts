/** The middle value, or the upper of the two middle ones. NaN without values. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The median time of several runs, in milliseconds. */
export async function medianMs(runs: number, run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let done = 0; done < runs; done++) {
    const begin = performance.now();
    await run();
    times.push(performance.now() - begin);
  }
  return median(times);
}
