import type { TestDatabase } from '#test/database.ts';

/** As if the running jobs had begun a while ago, which no function of the queue can say. */
export async function ageJobLocks({ pool }: TestDatabase): Promise<void> {
  await pool.query(
    "UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute' WHERE locked_at IS NOT NULL",
  );
}
