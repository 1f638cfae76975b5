import type { RateLimit } from 'contract/route.ts';
import { RateLimiterMemory, RateLimiterPostgres, RLWrapperTimeouts } from 'rate-limiter-flexible';
import { type Database, queryPrepared } from '#platform/database/database.ts';

/** A slower database counts as unavailable: the request itself then waits for 3 s, and both for less than 4. */
const databasePatienceMs = 900;

/**
 * Counts requests of a key in fixed windows that begin with the first one. Processes share the counts in
 * `rate_limit_counts`; while the database is down each counts alone. A key over its limit is refused from memory.
 */
export function createRateLimiter(
  database: Database,
  name: string,
  { max, windowSeconds, isPerProcess = false }: RateLimit,
): Pick<RateLimiterMemory, 'consume'> {
  const options = { keyPrefix: name, points: max, duration: windowSeconds };
  const memory = new RateLimiterMemory(options);
  if (isPerProcess) return memory;
  const limiter = new RateLimiterPostgres({
    ...options,
    storeClient: {
      query: (query: Parameters<typeof queryPrepared>[1]) => queryPrepared(database, query),
    },
    storeType: 'client',
    tableName: 'rate_limit_counts',
    tableCreated: true,
    inMemoryBlockOnConsumed: max,
    insuranceLimiter: memory,
  });
  return new RLWrapperTimeouts({ limiter, timeoutMs: databasePatienceMs });
}

/** Bounds memory and log: refusals of further keys are not counted until a minute is over. */
const maxKeys = 20_000;
const periodMs = 60_000;

/**
 * Limits the log to one line per key and minute. The returned function takes the key of a refusal and returns
 * the number of refusals since the last line when one is due.
 */
export function summarizeRefusals(): (key: string) => number | undefined {
  /** In the order of `startedAt`. */
  const periods = new Map<string, { startedAt: number; unnoted: number }>();
  return (key) => {
    const now = performance.now();
    const last = periods.get(key);
    if (last && now - last.startedAt < periodMs) {
      last.unnoted++;
      return undefined;
    }
    periods.delete(key);
    if (periods.size >= maxKeys) deleteEnded(periods, now);
    if (periods.size >= maxKeys) return undefined;
    periods.set(key, { startedAt: now, unnoted: 0 });
    return (last?.unnoted ?? 0) + 1;
  };
}

function deleteEnded(periods: Map<string, { startedAt: number }>, now: number): void {
  for (const [key, { startedAt }] of periods) {
    if (now - startedAt < periodMs) return;
    periods.delete(key);
  }
}
