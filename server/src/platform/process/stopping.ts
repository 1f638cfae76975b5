import { setTimeout as delay } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';

type Signal = 'SIGHUP' | 'SIGINT' | 'SIGQUIT' | 'SIGTERM';
const signals: Signal[] = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'];
/** Signals of native code. With a handler, the process would return to the fault for ever instead of ending. */
const faults = ['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP'] as const;

/** npm repeats the signal of the terminal, so signals within this time count as one. */
const sameSignalMs = 1_000;

interface Stop {
  /** The process ends with code 1 if both together take longer. */
  limitMs: number;
  /** Runs before `stop` after a signal, but not after a crash. Aborting the signal ends its wait early. */
  drain: (signal: AbortSignal) => Promise<void>;
  /** `crash` is an uncaught error. */
  stop: (crash: Error | undefined) => Promise<void>;
}

/**
 * Ends the process at the first signal with code 0, or at a crash with code 1. Another signal a second later
 * shortens the drain. No signal interrupts the stop.
 */
export function stopOnSignal({ limitMs, drain, stop }: Stop): void {
  const drainAbort = new AbortController();
  // Its own handlers would end the process at the second signal.
  const skip = [...signals, ...faults];
  const grace = closeWithGrace({ delay: limitMs, logger: false, skip }, async ({ err, manual }) => {
    if (manual) await drain(drainAbort.signal);
    await stop(err);
  });
  let signalledAt: number | undefined;
  for (const signal of signals) {
    process.on(signal, () => {
      if (signalledAt === undefined) grace.close();
      signalledAt ??= performance.now();
      if (performance.now() - signalledAt >= sameSignalMs) drainAbort.abort();
    });
  }
}

/** Repeats the work after the pause in milliseconds that it resolves to. `stop` ends the pause and waits for the work. */
export function repeat(work: () => Promise<number>): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) await waitUnlessAborted(await work(), signal);
  };
  const ended = run();
  return {
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}

export async function waitUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}
