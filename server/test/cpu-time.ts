/** Milliseconds of CPU time of this process, because elapsed time depends on other processes. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

export async function cpuMsOf(work: () => unknown): Promise<number> {
  const start = cpuMs();
  await work();
  return cpuMs() - start;
}

/** The longest that other work had to wait for during this work. */
export async function longestTurnMsOf(work: () => Promise<unknown>): Promise<number> {
  let [start, longest] = [cpuMs(), 0];
  const measure = () => {
    longest = Math.max(longest, cpuMs() - start);
    start = cpuMs();
    next = setImmediate(measure);
  };
  let next = setImmediate(measure);
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  clearImmediate(next);
  return longest;
}

const measurements = 7;

/**
 * A time as a multiple of a peer's. Both take longer on a slow or busy machine. Of each it is the least of several, taken in
 * turn, because collecting garbage is the fault of neither.
 */
export async function relativeTo(
  peer: () => Promise<number>,
  measure: () => Promise<number>,
): Promise<number> {
  let [least, leastOfPeer] = [Infinity, Infinity];
  for (let count = 0; count < measurements; count++) {
    leastOfPeer = Math.min(leastOfPeer, await peer());
    least = Math.min(least, await measure());
  }
  return least / leastOfPeer;
}
