import { type AppError, busy } from '#errors.ts';
import { addressGroup } from '#platform/addresses.ts';
import type { QueueLoad } from '#platform/observability/counts.ts';

export interface HashQueue {
  /**
   * Runs the work when its turn comes. Rejects with `unavailable` (503) when no place is free, when the
   * address's share is taken, or when the turn has not come in time; the work has not begun then.
   */
  run: <Result>(ipAddress: string, work: () => Promise<Result>) => Promise<Result>;
  load: () => QueueLoad;
}

/** Hashing takes a core and 19 MiB for its time: more at once would only slow each other and fill the memory. */
const queueLimits = {
  atOnce: 2,
  places: 64,
  placesPerGroup: 4,
  waitMs: 2_000,
  retryAfterSeconds: 2,
} as const;

/** The blocks that share a share: what one network typically holds. */
const networkGroup = { ipv4: 24, ipv6: 48 };

interface Waiting {
  group: string;
  start: () => void;
}

/** `shareScale` multiplies one address group's share, never the whole. */
export function createHashQueue(shareScale: number): HashQueue {
  const placesPerGroup = Math.max(1, Math.floor(queueLimits.placesPerGroup * shareScale));
  const waiting: Waiting[] = [];
  const waitingPerGroup = new Map<string, number>();
  let running = 0;
  let refused = 0;

  const refuse = (reject: (error: AppError) => void) => {
    refused++;
    reject(busy(queueLimits.retryAfterSeconds));
  };

  const leave = (place: Waiting) => {
    waiting.splice(waiting.indexOf(place), 1);
    const left = (waitingPerGroup.get(place.group) ?? 1) - 1;
    if (left > 0) waitingPerGroup.set(place.group, left);
    else waitingPerGroup.delete(place.group);
  };

  const turn = (ipAddress: string) =>
    new Promise<void>((resolve, reject) => {
      const group = addressGroup(ipAddress, networkGroup);
      const taken = waitingPerGroup.get(group) ?? 0;
      if (waiting.length >= queueLimits.places || taken >= placesPerGroup) {
        refuse(reject);
        return;
      }
      const timer = setTimeout(() => {
        leave(place);
        refuse(reject);
      }, queueLimits.waitMs);
      const place = {
        group,
        start: () => {
          clearTimeout(timer);
          leave(place);
          resolve();
        },
      };
      waiting.push(place);
      waitingPerGroup.set(group, taken + 1);
    });

  return {
    run: async (ipAddress, work) => {
      // Whoever finishes hands its turn to the next directly, so that nobody overtakes those who wait.
      if (running < queueLimits.atOnce) running++;
      else await turn(ipAddress);
      try {
        return await work();
      } finally {
        const next = waiting[0];
        if (next) next.start();
        else running--;
      }
    },
    load: () => ({ running, waiting: waiting.length, refused }),
  };
}
