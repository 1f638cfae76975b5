import { notifyManager } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { vi } from 'vitest';

type Faked = NonNullable<NonNullable<Parameters<typeof vi.useFakeTimers>[0]>['toFake']>;

/**
 * For tests: a clock that the test moves; responses and renders are not affected.
 * @returns the durations of the timeouts started since, in milliseconds.
 */
export function stopClock(nowMs = Date.parse('2026-01-31T00:00:00Z')): () => number[] {
  // React Query notifies by a zero timeout, which would never fire.
  notifyManager.setScheduler(queueMicrotask);
  const toFake: Faked = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'];
  vi.useFakeTimers({ now: nowMs, toFake });
  const setTimer = vi.spyOn(globalThis, 'setTimeout');
  return () => setTimer.mock.calls.map(([, durationMs = 0]) => durationMs);
}

/** In real time: far more than a response or a render takes, even on a busy machine. */
const patienceMs = 10_000;

/** Waits for responses and renders, without moving the clock, until the condition holds. */
export async function until(condition: () => unknown): Promise<void> {
  const timeoutAtMs = performance.now() + patienceMs;
  while (!condition()) {
    if (performance.now() > timeoutAtMs) throw new Error(`Never came true: ${condition.toString()}`);
    await act(async () => {
      await vi.advanceTimersByTimeAsync(0);
      await new Promise((resolve) => setImmediate(resolve));
    });
  }
}

export async function pass(durationMs: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(durationMs));
}
