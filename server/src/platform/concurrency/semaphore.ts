import type { QueueLoad } from '#platform/observability/counts.ts';

interface SemaphoreOptions {
  permits: number;
  /** The maximum number of waiting calls, in total and per group. */
  maxWaiting: number;
  maxWaitingPerGroup?: number;
  waitMs?: number;
  /** Creates the error for a call that finds the queue full or waits too long. */
  refusal: () => Error;
}

interface WorkOptions {
  /** Without a group, only the total limit applies. */
  group?: string;
  /** Aborts work that has not started. */
  signal?: AbortSignal;
}

export interface Semaphore {
  /** FIFO. Rejected work has not started. */
  run: <Result>(work: () => Promise<Result>, options?: WorkOptions) => Promise<Result>;
  load: () => QueueLoad;
}

export function createSemaphore({
  permits,
  maxWaiting,
  maxWaitingPerGroup = maxWaiting,
  waitMs,
  refusal,
}: SemaphoreOptions): Semaphore {
  const waiting: { group: string | undefined; start: () => void }[] = [];
  let running = 0;
  let refused = 0;

  const startNext = () => {
    while (running < permits) {
      const next = waiting.shift();
      if (!next) return;
      running++;
      next.start();
    }
  };

  const acquire = ({ group, signal }: WorkOptions) =>
    new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const waiter = {
        group,
        start: () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', refuse);
          resolve();
        },
      };
      const refuse = () => {
        clearTimeout(timer);
        waiting.splice(waiting.indexOf(waiter), 1);
        refused++;
        reject(refusal());
        startNext();
      };
      waiting.push(waiter);
      startNext();
      if (!waiting.includes(waiter)) return;
      const ofGroup = waiting.filter((other) => other.group === group).length;
      const isFull = waiting.length > maxWaiting || (group !== undefined && ofGroup > maxWaitingPerGroup);
      if (isFull || signal?.aborted) {
        refuse();
        return;
      }
      signal?.addEventListener('abort', refuse, { once: true });
      if (waitMs !== undefined) timer = setTimeout(refuse, waitMs);
    });

  return {
    run: async (work, options = {}) => {
      await acquire(options);
      try {
        return await work();
      } finally {
        running--;
        startNext();
      }
    },
    load: () => ({ running, waiting: waiting.length, refused }),
  };
}
