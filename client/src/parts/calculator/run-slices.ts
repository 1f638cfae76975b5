import type { Slices } from 'engine/slices.ts';

/** A slice on a slow phone takes a few times as long, and a key should be handled within 50 ms. */
const busyMs = 8;

/**
 * Runs a long calculation on the device, pausing every few milliseconds so that the browser handles input.
 * Rejects with the signal's reason once it is aborted.
 */
export async function runSlices<Result>(slices: Slices<Result>, signal?: AbortSignal): Promise<Result> {
  // The code that calls this may have taken its own time in the current task.
  await nextTask();
  signal?.throwIfAborted();
  let pausedAt = performance.now();
  for (;;) {
    const step = slices.next();
    if (step.done) return step.value;
    if (performance.now() - pausedAt < busyMs) continue;
    await nextTask();
    signal?.throwIfAborted();
    pausedAt = performance.now();
  }
}

/** Unlike a timeout, a message is not delayed when calculations follow each other. */
export const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = () => {
      port1.close();
      resolve();
    };
    port1.addEventListener('message', end, { once: true });
    port1.start();
    port2.postMessage(undefined);
  });
