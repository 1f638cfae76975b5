import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, idRow } from '#platform/database/query.ts';
import { auditParts, type EventRecords, hashOf, newSalt, recordParts } from './audit.queries.ts';
import type { FlagLook } from './flag-events.ts';

/** The action of the second event, which readers show as a part of the first. */
export const bulkActionEnd = 'bulk_action_end';

const flagsExport: FlagLook = 'flag_events_export';
const uncounted: readonly string[] = ['exportAuditRecords', flagsExport];

/** Whether the number of rows would tell of events that not every reader sees. */
export const isUncounted = (action: string): boolean => uncounted.includes(action);

interface BulkAction {
  id: string;
  noun: string;
  matched: number;
  /** Null unless jobs perform it. */
  filter: object | null;
}

export const insertBulkAction = defineQuery(
  'insert-bulk-action',
  idRow,
  (records: EventRecords, { id, noun, matched, filter }: BulkAction) => Prisma.sql`
    WITH ${recordParts(records, Prisma.sql`${records.action !== flagsExport}::boolean`)}, ${auditParts(records)}
    INSERT INTO bulk_actions (id, begin_event_id, action, noun, matched, filter)
    SELECT ${id}::uuid, id, ${records.action}, ${noun}, ${matched}::int, ${filter && JSON.stringify(filter)}::jsonb
    FROM account_event
    RETURNING id`,
);

/** Until the transaction ends, nobody else counts for the action or ends it. Returns no row if it has ended. */
export const lockBulkAction = defineQuery(
  'lock-bulk-action',
  idRow,
  (id: string) => Prisma.sql`
    SELECT id FROM bulk_actions WHERE id = ${id}::uuid AND ended_at IS NULL FOR UPDATE`,
);

/** Counts the rows of a batch, the last of which has this time. Returns no row if the action has ended. */
export const countBatch = defineQuery(
  'count-batch',
  idRow,
  (id: string, rows: number, reachedAt: Date | null) => Prisma.sql`
    UPDATE bulk_actions SET done = done + ${rows}::int, reached_at = ${reachedAt}::timestamptz, seen_at = now()
    WHERE id = ${id}::uuid AND ended_at IS NULL
    RETURNING id`,
);

const Ended = z.object({ id: z.string(), done: z.number() });

/** Writes the second event. Returns no row if the action has ended before. */
export const endBulkAction = defineQuery('end-bulk-action', Ended, (id: string, isComplete: boolean) =>
  endWhere(Prisma.sql`id = ${id}::uuid`, Prisma.sql`${isComplete}::boolean`),
);

/** Ends what a killed process has left. Jobs continue after a kill, unless they failed for a day. */
export const endAbandonedBulkActions = defineQuery('end-abandoned-bulk-actions', Ended, () =>
  endWhere(
    // A batch in progress has locked its row.
    Prisma.sql`
      id IN (
        SELECT id FROM bulk_actions
        WHERE ended_at IS NULL
          AND seen_at < now() - CASE WHEN filter IS NULL THEN interval '5 minutes' ELSE interval '1 day' END
        FOR UPDATE SKIP LOCKED
      )`,
    Prisma.sql`done >= matched`,
  ),
);

const number = (column: string) => Prisma.sql`to_char(${Prisma.raw(column)}, 'FM999,999,999')`;

function endWhere(condition: Prisma.Sql, isComplete: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    WITH ended AS (
      UPDATE bulk_actions SET ended_at = now(), is_complete = ${isComplete}, filter = NULL,
        end_event_id = nextval('audit_events_id_seq')
      WHERE ended_at IS NULL AND ${condition}
      RETURNING *, action <> ALL (${[...uncounted]}) AS is_counted,
                CASE WHEN action LIKE '%delete%' THEN 'deleted' ELSE 'exported' END AS verb
    ), event AS MATERIALIZED (
      SELECT ended.*, actor_id, ${newSalt} AS salt,
             CASE WHEN is_counted
               THEN json_build_object('begin_event', begin_event_id::text, verb, done, 'complete', is_complete)
               ELSE json_build_object('begin_event', begin_event_id::text, 'complete', is_complete)
             END::text AS details
      FROM ended JOIN audit_events ON audit_events.id = begin_event_id
    ), account_event AS (
      INSERT INTO audit_events (id, action, actor_id, details_hash)
      SELECT end_event_id, ${bulkActionEnd}, actor_id, ${hashOf(Prisma.sql`salt`, Prisma.sql`details`)} FROM event
    ), new_audit_details AS (
      INSERT INTO audit_details (event_id, salt, details) SELECT end_event_id, salt, details FROM event
    ), new_log_record AS (
      INSERT INTO log_records (id, message, level, from_proxy)
      SELECT gen_random_uuid(),
             format('%s %s %s%s%s.', coalesce(username, 'A deleted user'), verb,
                    CASE WHEN is_counted THEN format('%s of %s ', ${number('done')}, ${number('matched')}) END,
                    noun, CASE WHEN NOT is_complete THEN ' and was interrupted' END),
             'INFO', false
      FROM event LEFT JOIN users ON users.id = actor_id
      WHERE action <> ${flagsExport}
    )
    SELECT id, done FROM ended`;
}

/** Together with the details of its events. */
export const deleteOldestBulkActions = defineQuery(
  'delete-oldest-bulk-actions',
  idRow,
  (days: number, limit: number) => Prisma.sql`
    DELETE FROM bulk_actions WHERE id IN (
      SELECT id FROM bulk_actions WHERE ended_at < now() - ${days} * interval '1 day' LIMIT ${limit}
    ) RETURNING id`,
);
