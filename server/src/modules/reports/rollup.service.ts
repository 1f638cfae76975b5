import { reportTimeZones } from 'contract/reports/reports.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import { countedActions } from './series.ts';
import { lockProgress, rollUpActivity, rollUpHours, setNextProgress } from './reports.queries.ts';

/** Limits the duration of each transaction. */
const batchEvents = 100_000n;
const transactionMs = 60_000;

/** An idempotent job: adds the new events of the audit trail to the rollup of the reports. */
export async function rollUpReports(deps: HasDatabase): Promise<void> {
  while (await rollUpBatch(deps));
}

/** Resolves to whether there are more events. */
async function rollUpBatch({ database }: HasDatabase): Promise<boolean> {
  return database.prisma.$transaction(
    async (tx) => {
      const [progress] = await lockProgress(tx);
      if (!progress) throw new Error('The reports have no progress.');
      const { rolled_id, next_id, is_certain, is_restored } = progress;
      if (!is_certain && !is_restored) return false;
      const [rolledId, nextId] = [BigInt(rolled_id), BigInt(is_certain ? next_id : rolled_id)];
      const hasMore = nextId > rolledId + batchEvents;
      const upToId = String(hasMore ? rolledId + batchEvents : nextId);
      if (nextId > rolledId) {
        await rollUpHours(tx, rolled_id, upToId, countedActions);
        for (const timeZone of reportTimeZones) await rollUpActivity(tx, rolled_id, upToId, timeZone);
      }
      await tx.reportProgress.updateMany({ data: { rolled_id: BigInt(upToId) } });
      if (!hasMore) await setNextProgress(tx);
      return hasMore;
    },
    { timeout: transactionMs },
  );
}
