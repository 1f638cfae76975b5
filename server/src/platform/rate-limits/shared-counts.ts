import { type Database, queryPrepared } from '#platform/database/database.ts';

/** A count of one key in a window. Windows are told by what is left of them: clocks of processes may differ. */
export interface SharedCount {
  key: string;
  hits: number;
  leftMs: number;
}

/**
 * Adds counts to those that other processes brought, in one statement, and resolves with the sums. Each key's window
 * is that of whoever brought the first count of it; one that is over begins anew. Keys must differ.
 */
export async function addSharedCounts(database: Database, counts: SharedCount[]): Promise<SharedCount[]> {
  const { rows } = await queryPrepared<SharedCount>(database, {
    name: 'add-shared-counts',
    // In one order for all processes, which could else lock one another out.
    text: `
      INSERT INTO rate_limit_counts AS held (key, hits, ends_at)
      SELECT key, hits, now() + left_ms * interval '1 millisecond'
      FROM unnest($1::text[], $2::int[], $3::int[]) AS brought (key, hits, left_ms)
      ORDER BY key
      ON CONFLICT (key) DO UPDATE
        SET hits = excluded.hits + CASE WHEN held.ends_at > now() THEN held.hits ELSE 0 END,
            ends_at = CASE WHEN held.ends_at > now() THEN held.ends_at ELSE excluded.ends_at END
      RETURNING key, hits, (extract(epoch FROM ends_at - now()) * 1000)::float8 AS "leftMs"`,
    values: [
      counts.map(({ key }) => key),
      counts.map(({ hits }) => hits),
      counts.map(({ leftMs }) => Math.ceil(leftMs)),
    ],
  });
  return rows;
}

/** The job: removes counts whose window is over. Waits for nobody who counts, so that neither locks the other out. */
export async function forgetSharedCounts({ database }: { database: Database }): Promise<void> {
  await database.pool.query(`
    DELETE FROM rate_limit_counts WHERE key IN (
      SELECT key FROM rate_limit_counts WHERE ends_at <= now() FOR UPDATE SKIP LOCKED)`);
}
