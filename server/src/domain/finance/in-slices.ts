import { setImmediate } from 'node:timers/promises';
import type { Slices } from 'engine/slices.ts';

/** Runs a long calculation. Other requests are served between its slices. */
export async function inSlices<Result>(slices: Slices<Result>): Promise<Result> {
  for (;;) {
    const step = slices.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}
