import { notifyManager } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { vi } from 'vitest';

type FakedFunctions = NonNullable<NonNullable<Parameters<typeof vi.useFakeTimers>[0]>['toFake']>;

/**
 * Replaces the clock by one that only `advanceClock` advances. Responses and renders are not affected.
 * @returns a function that returns the durations of the timeouts set since, in milliseconds.
 */
export function installFakeClock(nowMs = Date.parse('2026-01-31T00:00:00Z')): () => number[] {
  // By default, React Query notifies in a timeout of 0 ms, which would never fire.
  notifyManager.setScheduler(queueMicrotask);
  const toFake: FakedFunctions = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'];
  vi.useFakeTimers({ now: nowMs, toFake });
  const setTimeoutSpy = vi.spyOn(globalThis, 'setTimeout');
  return () => setTimeoutSpy.mock.calls.map(([, durationMs = 0]) => durationMs);
}

/** In real time. A response or a render takes less, even on a busy machine. */
const maxWaitMs = 10_000;

/** Waits for responses and renders until the condition is true, without advancing the clock. */
export async function waitUntil(condition: () => unknown): Promise<void> {
  const timeoutAtMs = performance.now() + maxWaitMs;
  while (!condition()) {
    if (performance.now() > timeoutAtMs) throw new Error(`Timed out waiting for: ${condition.toString()}`);
    await act(async () => {
      await vi.advanceTimersByTimeAsync(0);
      await new Promise((resolve) => setImmediate(resolve));
    });
  }
}

/** Advances the clock. */
export async function advanceClock(durationMs: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(durationMs));
}
