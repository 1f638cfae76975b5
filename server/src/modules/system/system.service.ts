import type { HealthReport } from 'contract/system.ts';
import { type Database, pingDatabase } from '#platform/database/database.ts';

/** Whoever sends requests here should send them to another process: this one soon listens no more. */
export const stoppingReport: HealthReport = { status: 'unavailable', checks: { listening: 'failed' } };

/** Asks every dependency that requests need. */
export async function checkReadiness({ database }: { database: Database }): Promise<HealthReport> {
  const isDatabaseThere = await pingDatabase(database);
  return {
    status: isDatabaseThere ? 'ok' : 'unavailable',
    checks: { database: isDatabaseThere ? 'ok' : 'failed' },
  };
}
