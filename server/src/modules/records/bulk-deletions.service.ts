import type { Id } from 'contract/fields.ts';
import type { Sort } from 'contract/lists.ts';
import { recordLimits } from 'contract/records/records.constants.ts';
import {
  ExportIpRecordsBody,
  ExportLogRecordsBody,
  type RecordDeletion,
  type RecordKind,
} from 'contract/records/records.ts';
import { z } from 'zod';
import { beginBulkAction, endedEarly } from '#audit/bulk-actions.ts';
import { countBatch, endBulkAction, lockBulkAction } from '#audit/bulk-actions.queries.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import type { List } from '#domain/lists/list.ts';
import { countMatches, readBatches } from '#domain/lists/lists.ts';
import { earliest, readClock, secondsAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { HasNetworkNames } from '#domain/networks/network-names.ts';
import type { BulkActionModel } from '#generated/prisma/models.ts';
import type { Database, HasDatabase } from '#platform/database/database.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { ipRecordsOf, logRecordList } from './records.list.ts';
import { deletionsOf } from './records.service.ts';

/** A filter as JSON. */
const StoredFilter = z.record(z.string(), z.json());
type StoredFilter = z.output<typeof StoredFilter>;

function matchesOf<Filter extends { sort: Sort }>(
  list: List<Filter, z.ZodObject<{ id: typeof Id; created_at: z.ZodDate }>>,
  schema: z.ZodType<Filter>,
) {
  return {
    count: (database: Database, signal: AbortSignal, filter: StoredFilter) =>
      countMatches(database, signal, list, schema.parse(filter)),
    readOldest: (database: Database, signal: AbortSignal, filter: StoredFilter) =>
      readBatches(database, signal, list, {
        filter: schema.parse({ ...filter, sort: 'oldest' }),
        maxRows: Number.MAX_SAFE_INTEGER,
      }),
  };
}

const deletions = (deps: HasNetworkNames) => ({
  ip: { ...deletionsOf.ip, ...matchesOf(ipRecordsOf(deps), ExportIpRecordsBody) },
  log: { ...deletionsOf.log, ...matchesOf(logRecordList, ExportLogRecordsBody) },
});

type DeletionDependencies = HasDatabase & HasNetworkNames;

interface MatchingRecords {
  kind: RecordKind;
  filter: object & { created_before: Date | undefined };
  until: Date | undefined;
  reason: string | undefined;
}

/**
 * Deletes all matching rows except those that came after `until` or after the call, such as the log records of the
 * deletion itself. The audit trail records the filter and the number of rows at the beginning, and the number of deleted
 * rows at the end or at an interruption. Resolves to it, or to the progress if a job deletes the rows.
 */
export async function deleteMatchingRecords(
  deps: DeletionDependencies,
  { signal, ...actor }: Actor & { signal: AbortSignal },
  { kind, filter: requested, until, reason }: MatchingRecords,
): Promise<{ deleted: number } | { progress: RecordDeletion }> {
  const { database } = deps;
  const { action, name, count } = deletions(deps)[kind];
  const created_before = earliest(await readClock(database), until, requested.created_before);
  const filter = StoredFilter.parse(JSON.parse(JSON.stringify({ ...requested, created_before })));
  const matched = await count(database, signal, filter);
  if (matched === 0) return { deleted: 0 };
  const isInBackground = matched > recordLimits.deletedAtOnce;
  const id = await database.prisma.$transaction(async (tx) => {
    const bulk = {
      action,
      verb: 'delete',
      noun: `${name} records`,
      filter,
      matched,
      reason,
      isInBackground,
    } as const;
    const bulkId = await beginBulkAction(tx, actor, bulk);
    if (isInBackground) await enqueueJob(tx, deleteRecordsTask, { id: bulkId } satisfies DeleteRecordsJob);
    return bulkId;
  });
  if (isInBackground) return { progress: { id, matched, deleted: 0, complete: null } };
  let deleted = 0;
  try {
    for await (const rows of deleteBatches(deps, signal, { kind, id, filter })) deleted += rows;
  } catch (error) {
    // If this fails as well, a job ends the action.
    await endBulkAction(database, id, false).catch(() => {});
    throw error;
  }
  const [ended] = await endBulkAction(database, id, true);
  if (!ended) throw endedEarly();
  return { deleted };
}

/**
 * The oldest rows first. Each batch is a transaction with its count, so that a kill loses neither. Yields the counts, and
 * stops if the action was ended meanwhile.
 */
async function* deleteBatches(
  deps: DeletionDependencies,
  signal: AbortSignal,
  { kind, id, filter }: { kind: RecordKind; id: string; filter: StoredFilter },
): AsyncGenerator<number> {
  const { database } = deps;
  const { deleteRows, readOldest } = deletions(deps)[kind];
  for await (const rows of readOldest(database, signal, filter)) {
    const ids = rows.map((row) => row.id);
    const reachedAt = rows.at(-1)?.created_at ?? null;
    const deleted = await database.prisma.$transaction(async (tx) => {
      const [running] = await lockBulkAction(tx, id);
      if (!running) return undefined;
      const { length } = await deleteRows(tx, ids);
      await countBatch(tx, id, length, reachedAt);
      return length;
    });
    if (deleted === undefined) return;
    yield deleted;
  }
}

export const deleteRecordsTask = 'delete_records';

interface DeleteRecordsJob {
  id: string;
}

/** Shorter than a worker waits for its jobs when it stops. */
const jobMs = 4_000;

/** A job. It continues after the rows of former jobs, and adds another one until all rows are deleted. */
export async function continueDeletion(deps: DeletionDependencies, { id }: DeleteRecordsJob): Promise<void> {
  const { database } = deps;
  const action = await database.prisma.bulkAction.findUnique({ where: { id } });
  // An interrupted job may run again after another one has ended the action.
  if (!action || action.ended_at !== null) return;
  const created_after = action.reached_at?.toISOString();
  const filter = { ...StoredFilter.parse(action.filter), ...(created_after && { created_after }) };
  const kind = action.action === deletionsOf.ip.action ? 'ip' : 'log';
  const endAt = performance.now() + jobMs;
  const { signal } = new AbortController();
  for await (const _ of deleteBatches(deps, signal, { kind, id, filter })) {
    if (performance.now() > endAt) return enqueueJob(database.prisma, deleteRecordsTask, { id });
  }
  await endBulkAction(database, id, true);
}

/** The deletions by jobs that run, or that ended a short time ago. */
export async function listRecordDeletions({ database }: HasDatabase, kind: RecordKind) {
  const since = secondsAfter(await readClock(database), -recordLimits.endedDeletionSeconds);
  const actions = await database.prisma.bulkAction.findMany({
    where: {
      action: deletionsOf[kind].action,
      matched: { gt: recordLimits.deletedAtOnce },
      OR: [{ ended_at: null }, { ended_at: { gt: since } }],
    },
    orderBy: { id: 'desc' },
  });
  return { data: actions.map(toDeletion) };
}

const toDeletion = ({ id, matched, done, is_complete }: BulkActionModel): RecordDeletion => ({
  id,
  matched,
  deleted: done,
  complete: is_complete,
});
