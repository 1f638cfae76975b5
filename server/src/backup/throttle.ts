import { setTimeout as delay } from 'node:timers/promises';

/** Shorter than the time slices of Linux, for which a request would have to wait. */
const longestRunMs = 2;

/** Pauses for a share of the processor time since the last pause, by default for half of it, so that requests find a free core. */
export function createThrottle(share = 0.5): () => Promise<void> {
  let last = process.cpuUsage();
  return async () => {
    const { user, system } = process.cpuUsage(last);
    const busyMs = (user + system) / 1_000;
    if (busyMs < longestRunMs) return;
    await delay(busyMs * share);
    last = process.cpuUsage();
  };
}
