import { expect, it } from 'vitest';
import { createThrottle } from './throttle.ts';

function work(ms: number): void {
  const begin = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(begin);
    if (user + system >= ms * 1_000) return;
  }
}

it('pauses for half of the CPU time since the last pause', async () => {
  const throttle = createThrottle();
  for (const ms of [60, 30]) {
    work(ms);
    const begin = performance.now();
    await throttle();
    // A timer may end up to 1 ms early.
    expect(performance.now() - begin).toBeGreaterThanOrEqual(ms / 2 - 1);
  }
});
