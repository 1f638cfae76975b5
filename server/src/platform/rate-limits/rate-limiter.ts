import type { RateLimit } from 'contract/route.ts';
import { RateLimiterMemory, RateLimiterPostgres, RLWrapperTimeouts } from 'rate-limiter-flexible';
import { type Database, queryPrepared } from '#platform/database/database.ts';

/** A database that takes longer to count is taken for one that is away. */
const databasePatienceMs = 1_000;

/**
 * Counts requests of a key in windows that begin with the first of them. All processes share the counts in the table
 * `rate_limit_counts`; while the database is away each process counts alone. A key that has used up its limit is
 * refused from memory, without a statement.
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
