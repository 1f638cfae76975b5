import type { RateLimit } from 'contract/route.ts';
import { RateLimiterMemory, RateLimiterPostgres, RLWrapperTimeouts } from 'rate-limiter-flexible';
import { type Database, queryPrepared } from '#platform/database/database.ts';

/** A slower database counts as unavailable. The request itself then waits for 3 s, so both take less than 4 s. */
const databaseTimeoutMs = 900;

/**
 * Counts the requests of a key in fixed windows. The first request begins a window. Processes share the counts in
 * `rate_limit_counts`. While the database is down, each process counts alone. A key over its limit is refused from memory.
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
  });
  // Not that of the limiter, which would count again when its statement fails after the timeout.
  return new RLWrapperTimeouts({ limiter, timeoutMs: databaseTimeoutMs, insuranceLimiter: memory });
}

/** Limits the memory and the log: refusals of further keys are not counted until a minute has passed. */
const maxKeys = 20_000;
const periodMs = 60_000;

/**
 * Limits the log to one line per key and minute. The returned function takes the key of a refusal. When a line is due,
 * it returns the number of refusals since the last line.
 */
export function summarizeRefusals(): (key: string) => number | undefined {
  /** In the order of `startedAt`. */
  const periods = new Map<string, { startedAt: number; unreported: number }>();
  return (key) => {
    const now = performance.now();
    const last = periods.get(key);
    if (last && now - last.startedAt < periodMs) {
      last.unreported++;
      return undefined;
    }
    periods.delete(key);
    if (periods.size >= maxKeys) deleteEnded(periods, now);
    if (periods.size >= maxKeys) return undefined;
    periods.set(key, { startedAt: now, unreported: 0 });
    return (last?.unreported ?? 0) + 1;
  };
}

function deleteEnded(periods: Map<string, { startedAt: number }>, now: number): void {
  for (const [key, { startedAt }] of periods) {
    if (now - startedAt < periodMs) return;
    periods.delete(key);
  }
}
