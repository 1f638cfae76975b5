import { setImmediate } from 'node:timers/promises';
import type { Slices } from 'engine/slices.ts';

/** Runs a long calculation. Other requests are served between its slices. It ends when nobody waits for it any more. */
export async function inSlices<Result>(slices: Slices<Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    signal.throwIfAborted();
    const step = slices.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}
