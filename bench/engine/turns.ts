import { median } from '../median.ts';

const WARM_UP_BATCHES = 20;
const BATCHES = 41;
const BATCH_MS = 8;

/**
 * Runs two functions in turns, in short batches, so that a busy machine slows both. The ratio is the median over the pairs of
 * neighbouring batches. The CPU times are the medians of all batches.
 */
export function takeTurns(plain: () => unknown, other: () => unknown) {
  for (let batch = 0; batch < WARM_UP_BATCHES; batch++) {
    batchMicros(plain);
    batchMicros(other);
  }
  const pairs = Array.from({ length: BATCHES }, () => ({
    plainMicros: batchMicros(plain),
    otherMicros: batchMicros(other),
  }));
  return {
    plainMicros: median(pairs.map((pair) => pair.plainMicros)),
    otherMicros: median(pairs.map((pair) => pair.otherMicros)),
    ratio: median(pairs.map((pair) => pair.otherMicros / pair.plainMicros)),
  };
}

/** The CPU time of each call, garbage collection included. Other work on the machine hardly affects it. */
function batchMicros(run: () => unknown): number {
  const end = performance.now() + BATCH_MS;
  const before = process.cpuUsage();
  let calls = 0;
  do {
    run();
    calls++;
  } while (performance.now() < end);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

/** The CPU time of one call in milliseconds. */
export async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
