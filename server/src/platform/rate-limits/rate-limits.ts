import type { RateLimit } from 'contract/route.ts';
import type { SharedCount } from './shared-counts.ts';

/**
 * How often each address may do something in a window, which begins with its first request. Every process counts by
 * itself and at once; what it has counted it adds within a second to what all have, and takes over the sum. Counts
 * that grow fast do not wait for that second, so that also several processes together run over a limit by less than
 * one of them sees in it.
 *
 * A round of sharing is one statement. However many addresses there are, 5 rounds of 200 counts are the most in a
 * second; where nothing was counted there is none. Refused requests are not counted, so they share nothing. While
 * sharing fails, each process holds to what it knows.
 */
export interface RateLimits {
  /** Counts one admitted request of an address; where the limit is reached, answers the milliseconds until it may again, else 0. */
  limiter: (name: string, limit: RateLimit) => (address: string) => number;
  /** Shares nothing further; resolves when nothing is under way. */
  stop: () => Promise<void>;
}

interface RateLimitOptions {
  /** Adds counts to those of the other processes and resolves with the sums. */
  share: (counts: SharedCount[]) => Promise<SharedCount[]>;
  /** Told of the first failure in a row. */
  onFailure: (error: unknown) => void;
}

interface Count {
  /** The same for all processes. */
  key: string;
  max: number;
  windowMs: number;
  /** On the clock of `performance.now()`, which nobody sets. */
  endsAt: number;
  hits: number;
  /** Of the hits, those that were not shared yet. */
  unshared: number;
}

/** From a count to its round, and from one round to the next. */
const pauses = { usualMs: 1_000, leastMs: 200 };
const roundMax = 200;
/** Counts that have grown by this part of their limit since they were shared: their round comes next, and soon. */
const urgentPart = 0.1;
/** Of one limit at once, the oldest windows are forgotten first: with their next round they come back. */
const addressesRemembered = 5_000;

export function createRateLimits({ share, onFailure }: RateLimitOptions): RateLimits {
  const waiting = new Set<Count>();
  let timer: NodeJS.Timeout | undefined;
  let dueAt = 0;
  let lastRoundAt = -Infinity;
  let isHurried = false;
  let sharing: Promise<void> | undefined;
  let isStopped = false;
  let hasFailed = false;

  const schedule = () => {
    if (sharing || isStopped) return;
    const now = performance.now();
    const isSoon = isHurried || waiting.size >= roundMax;
    const at = Math.max(now + (isSoon ? 0 : pauses.usualMs), lastRoundAt + pauses.leastMs);
    if (timer && dueAt <= at) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => {
      timer = undefined;
      isHurried = false;
      lastRoundAt = performance.now();
      sharing = shareRound().finally(() => {
        sharing = undefined;
        if (waiting.size > 0) schedule();
      });
    }, at - now).unref();
  };

  const shareRound = async () => {
    const begin = performance.now();
    const round = new Map(takeRound(waiting, begin).map((count) => [count.key, count]));
    if (round.size === 0) return;
    const brought = [...round.values()].map((count) => {
      const { key, unshared: hits, endsAt } = count;
      count.unshared = 0;
      return { key, hits, leftMs: endsAt - begin };
    });
    try {
      for (const shared of await share(brought)) adopt(round.get(shared.key), shared);
      hasFailed = false;
    } catch (error) {
      for (const { key, hits } of brought) {
        const count = round.get(key);
        if (count) waiting.add(Object.assign(count, { unshared: count.unshared + hits }));
      }
      if (!hasFailed) onFailure(error);
      hasFailed = true;
    }
  };

  return {
    limiter: (name, { max, windowSeconds, isPerProcess = false }) => {
      const windowMs = windowSeconds * 1000;
      /** In the order in which their windows began. */
      const counts = new Map<string, Count>();
      /** Goes on where it was: a new one would pass by all that were deleted before the first. */
      const oldestFirst = counts.entries();

      const open = (address: string, now: number): Count => {
        counts.delete(address);
        const oldest = counts.size >= addressesRemembered ? oldestFirst.next().value : undefined;
        if (oldest) {
          counts.delete(oldest[0]);
          waiting.delete(oldest[1]);
        }
        const key = `${name}:${address}`;
        const count = { key, max, windowMs, endsAt: now + windowMs, hits: 0, unshared: 0 };
        counts.set(address, count);
        return count;
      };

      return (address) => {
        const now = performance.now();
        let count = counts.get(address);
        if (!count || count.endsAt <= now) count = open(address, now);
        if (count.hits >= max) return count.endsAt - now;
        count.hits++;
        if (isPerProcess) return 0;
        count.unshared++;
        waiting.add(count);
        isHurried ||= isUrgent(count);
        schedule();
        return 0;
      };
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await sharing;
    },
  };
}

const isUrgent = ({ unshared, max }: Count) => unshared >= max * urgentPart;

/** Takes those out that the next round shares, and forgets those whose window is over. */
function takeRound(waiting: Set<Count>, now: number): Count[] {
  const urgent: Count[] = [];
  const others: Count[] = [];
  for (const count of waiting) {
    if (count.endsAt <= now) waiting.delete(count);
    else if (isUrgent(count)) urgent.push(count);
    else if (others.length < roundMax) others.push(count);
    if (urgent.length === roundMax) break;
  }
  const round = [...urgent, ...others.slice(0, roundMax - urgent.length)];
  for (const count of round) waiting.delete(count);
  return round;
}

/** The sum holds what this process brought, but not what it has counted since. */
function adopt(count: Count | undefined, { hits, leftMs }: SharedCount): void {
  if (!count) return;
  const endsAt = performance.now() + leftMs;
  const isSameWindow = Math.abs(endsAt - count.endsAt) < count.windowMs / 2;
  // In the window that this process knows a smaller sum means that the database has lost counts: its own stand.
  count.hits = isSameWindow ? Math.max(count.hits, hits + count.unshared) : hits + count.unshared;
  count.endsAt = endsAt;
}
