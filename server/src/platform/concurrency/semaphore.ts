import type { QueueLoad } from '#platform/observability/counts.ts';

interface SemaphoreOptions {
  permits: number;
  /** The maximum total weight of running work. */
  maxWeight?: number;
  /** The maximum number of waiting calls, in total and per group. */
  maxWaiting: number;
  maxWaitingPerGroup?: number;
  waitMs?: number;
  /** Creates the error for a call that finds the queue full or waits too long. */
  refusal: () => Error;
}

interface WorkOptions {
  /** At most `maxWeight`. */
  weight?: number;
  /** Without a group, only the total limit applies. */
  group?: string;
}

export interface Semaphore {
  /** FIFO. Rejected work has not started. */
  run: <Result>(work: () => Promise<Result>, options?: WorkOptions) => Promise<Result>;
  load: () => QueueLoad;
}

interface Waiter {
  weight: number;
  group: string | undefined;
  start: () => void;
}

export function createSemaphore({
  permits,
  maxWeight = Infinity,
  maxWaiting,
  maxWaitingPerGroup = maxWaiting,
  waitMs,
  refusal,
}: SemaphoreOptions): Semaphore {
  const waiting: Waiter[] = [];
  let running = 0;
  let runningWeight = 0;
  let refused = 0;

  const startNext = () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (running === permits || runningWeight + next.weight > maxWeight) return;
      waiting.shift();
      running++;
      runningWeight += next.weight;
      next.start();
    }
  };

  const acquire = (weight: number, group: string | undefined) =>
    new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const waiter = {
        weight,
        group,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const refuse = () => {
        waiting.splice(waiting.indexOf(waiter), 1);
        refused++;
        reject(refusal());
        startNext();
      };
      waiting.push(waiter);
      startNext();
      if (!waiting.includes(waiter)) return;
      const ofGroup = waiting.filter((other) => other.group === group).length;
      if (waiting.length > maxWaiting || (group !== undefined && ofGroup > maxWaitingPerGroup)) refuse();
      else if (waitMs !== undefined) timer = setTimeout(refuse, waitMs);
    });

  return {
    run: async (work, { weight = 0, group } = {}) => {
      await acquire(weight, group);
      try {
        return await work();
      } finally {
        running--;
        runningWeight -= weight;
        startNext();
      }
    },
    load: () => ({ running, waiting: waiting.length, refused }),
  };
}
