import { setTimeout as delay } from 'node:timers/promises';

/** Shorter than the time slices of Linux, for which a request would have to wait. */
const longestRunMs = 2;

/** Pauses for half of the processor time since the last pause, so that requests find a free core. */
export function createThrottle(): () => Promise<void> {
  let last = process.cpuUsage();
  return async () => {
    const { user, system } = process.cpuUsage(last);
    const busyMs = (user + system) / 1_000;
    if (busyMs < longestRunMs) return;
    await delay(busyMs / 2);
    last = process.cpuUsage();
  };
}
