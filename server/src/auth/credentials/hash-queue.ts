import { busy } from '#errors.ts';
import { ipAddressGroup, isOwnMachine, networkGroup } from '#platform/ip-addresses.ts';
import { createSemaphore, type Semaphore } from '#platform/concurrency/semaphore.ts';

export interface HashQueue extends Pick<Semaphore, 'load'> {
  /**
   * Rejects with `unavailable` if the queue or the share of the network is full, or the wait is
   * too long. Rejected work has not begun.
   */
  run: <Result>(ipAddress: string, work: () => Promise<Result>) => Promise<Result>;
}

/** A hash occupies a core and 19 MiB. */
const queueLimits = {
  permits: 2,
  places: 64,
  placesPerGroup: 4,
  waitMs: 2_000,
  retryAfterSeconds: 2,
} as const;

export interface HashQueueOptions {
  /** Multiplies the share of each network, but not the limit of the whole queue. */
  rateLimitScale: number;
  publicUrl: string;
}

export function createHashQueue({ rateLimitScale, publicUrl }: HashQueueOptions): HashQueue {
  const { retryAfterSeconds, placesPerGroup, ...limits } = queueLimits;
  const { run, load } = createSemaphore({
    ...limits,
    placesPerGroup: Math.max(1, Math.floor(placesPerGroup * rateLimitScale)),
    refusal: () => busy(retryAfterSeconds),
  });
  return {
    run: (ipAddress, work) =>
      run(work, isOwnMachine(publicUrl, ipAddress) ? {} : { group: ipAddressGroup(ipAddress, networkGroup) }),
    load,
  };
}
