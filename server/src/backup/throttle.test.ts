import { expect, it } from 'vitest';
import { createThrottle } from './throttle.ts';

function useCpu(ms: number): void {
  const start = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(start);
    if (user + system >= ms * 1_000) return;
  }
}

it('the throttle pauses for half of the CPU time since the last pause', async () => {
  const throttle = createThrottle();
  for (const ms of [60, 30]) {
    useCpu(ms);
    const startedAt = performance.now();
    await throttle();
    // A timer may end up to 1 ms early.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(ms / 2 - 1);
  }
});
