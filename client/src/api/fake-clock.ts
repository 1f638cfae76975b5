import { notifyManager } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { vi } from 'vitest';

type Faked = NonNullable<NonNullable<Parameters<typeof vi.useFakeTimers>[0]>['toFake']>;

/**
 * For tests: a clock that only they move, until the test is over. What brings answers and renders keeps running.
 * @returns the durations of the timeouts that were started since, in milliseconds.
 */
export function stopClock(nowMs = Date.parse('2026-01-31T00:00:00Z')): () => number[] {
  // Screens hear of answers by a timeout of nothing at all, which a clock that stands still never ends.
  notifyManager.setScheduler(queueMicrotask);
  const toFake: Faked = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'];
  vi.useFakeTimers({ now: nowMs, toFake });
  const setTimer = vi.spyOn(globalThis, 'setTimeout');
  return () => setTimer.mock.calls.map(([, durationMs = 0]) => durationMs);
}

/** Of the real clock: far more than any answer or render takes, on a busy machine too. */
const patienceMs = 10_000;

/** Lets answers arrive and renders happen, at one moment of the clock, until a thing is so. */
export async function until(isSo: () => unknown): Promise<void> {
  const givenUpAtMs = performance.now() + patienceMs;
  while (!isSo()) {
    if (performance.now() > givenUpAtMs) throw new Error(`Never came true: ${isSo.toString()}`);
    await act(async () => {
      await vi.advanceTimersByTimeAsync(0);
      await new Promise((resolve) => setImmediate(resolve));
    });
  }
}

export async function pass(durationMs: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(durationMs));
}
