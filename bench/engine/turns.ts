/** Two pieces of work in turns, in short batches, so that a busy machine slows both. */
import { median } from '../median.ts';

const WARM_UP_BATCHES = 20;
const BATCHES = 41;
const BATCH_MS = 8;

/** A ratio is the median over the pairs of neighbouring batches, a time (of the CPU) the median over all. */
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

/** CPU time a call, collecting garbage included, so that what else the machine does counts little. */
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
