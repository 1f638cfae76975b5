import { imageLimits } from 'contract/limits.ts';
import { busy } from '#errors.ts';
import type { QueueLoad } from '#platform/observability/counts.ts';

export interface ImageQueue {
  /** Runs the work when its turn comes. Rejects with `unavailable` (503) when no place is free; it has not begun then. */
  run: <Result>(pixels: number, work: () => Promise<Result>) => Promise<Result>;
  load: () => QueueLoad;
}

/**
 * A decoder may hold a whole image in memory, in up to 8 bytes a pixel: so the pixels under way never exceed those
 * of one largest image. Two at once leave a thread of libuv's four to everyone else.
 */
const queueLimits = {
  pixelsAtOnce: imageLimits.maxPixels,
  imagesAtOnce: 2,
  places: 32,
  retryAfterSeconds: 5,
} as const;

interface Waiting {
  pixels: number;
  start: () => void;
}

/** First come, first served. */
export function createImageQueue(): ImageQueue {
  const waiting: Waiting[] = [];
  let images = 0;
  let pixelsUnderWay = 0;
  let refused = 0;

  const startNext = () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const fits = pixelsUnderWay + next.pixels <= queueLimits.pixelsAtOnce;
      if (images >= queueLimits.imagesAtOnce || !fits) return;
      waiting.shift();
      images++;
      pixelsUnderWay += next.pixels;
      next.start();
    }
  };

  return {
    run: async (pixels, work) => {
      if (waiting.length >= queueLimits.places) {
        refused++;
        throw busy(queueLimits.retryAfterSeconds);
      }
      await new Promise<void>((start) => {
        waiting.push({ pixels, start });
        startNext();
      });
      try {
        return await work();
      } finally {
        images--;
        pixelsUnderWay -= pixels;
        startNext();
      }
    },
    load: () => ({ running: images, waiting: waiting.length, refused }),
  };
}
