import { auditMessages, AuditRecord, type ExportAuditRecordsBody } from 'contract/audit/audit.ts';
import type { Sort } from 'contract/lists.ts';
import { z } from 'zod';
import { eventId, type EventViewer, hiddenEvents, isFlagEvent, isVisibleTo } from '#audit/flag-events.ts';
import { bulkActionEnd } from '#audit/bulk-actions.queries.ts';
import {
  allOf,
  contains,
  equals,
  exactAction,
  isWholeId,
  since,
  until,
} from '#domain/lists/list-statements.ts';
import type { List } from '#domain/lists/list.ts';
import { Prisma } from '#generated/prisma/client.ts';

type AuditFilter = z.output<typeof ExportAuditRecordsBody> & {
  sort: Sort;
  viewer: EventViewer;
};

const AuditRow = AuditRecord.extend({ created_at: z.date() });

/**
 * The two events of a bulk action are one record. The users on a page of the trail would tell of an event on it that the reader does
 * not see.
 */
const mergedDetails = Prisma.sql`
  CASE WHEN record.action IN ('listAuditRecords', 'exportAuditRecords', 'listTimeline') AND ending.details IS NULL
       THEN (details.details::jsonb - 'user_ids')::json
       WHEN ending.details IS NULL THEN details.details::json
       ELSE (details.details::jsonb || (ending.details::jsonb - 'begin_event'))::json END`;

export const auditList: List<AuditFilter, typeof AuditRow, 'totalAudit'> = {
  table: 'audit_events',
  row: AuditRow,
  columns: Prisma.sql`
    ${eventId(Prisma.sql`record`)} AS id, record.action, actor.username AS actor, record.actor_id, target.username AS target,
    record.target_id, details.ip_address, ${mergedDetails} AS details, record.created_at,
    coalesce(record.id <= seal.after_event_id OR record.transaction_id < seal.end_transaction, false) AS sealed`,
  joins: Prisma.sql`
    LEFT JOIN users AS actor ON actor.id = record.actor_id
    LEFT JOIN users AS target ON target.id = record.target_id
    LEFT JOIN audit_details AS details ON details.event_id = record.id
    LEFT JOIN bulk_actions AS bulk ON bulk.begin_event_id = record.id
    LEFT JOIN audit_details AS ending ON ending.event_id = bulk.end_event_id
    LEFT JOIN (SELECT after_event_id, end_transaction FROM audit_seals ORDER BY id DESC LIMIT 1) AS seal ON true`,
  where: ({ actor, target, action, created_after, created_before }) => [
    ofUsers(Prisma.sql`record.actor_id`, actor),
    ofUsers(Prisma.sql`record.target_id`, target),
    equals(Prisma.sql`record.action`, exactAction(action)),
    since(Prisma.sql`record.created_at`, created_after),
    until(Prisma.sql`record.created_at`, created_before),
  ],
  always: {
    rows: Prisma.sql`record.action <> ${bulkActionEnd}`,
    totals: Prisma.sql`category <> ${bulkActionEnd}`,
  },
  hidden: ({ viewer, action }) => ({
    visible: isVisibleTo(viewer),
    totals: hiddenEvents(
      viewer,
      Prisma.sql`(record.created_at AT TIME ZONE 'UTC')::date AS day, -1 AS rows`,
      allOf([
        Prisma.sql`record.action <> ${bulkActionEnd}`,
        equals(Prisma.sql`record.action`, exactAction(action)),
      ]),
    ),
  }),
  category: ({ action }) => exactAction(action),
  sortKeys: { time: Prisma.sql`record.created_at`, name: Prisma.sql`record.action` },
  // The accesses of the users of flags would tell them, or others, of the flag.
  userIds: Prisma.sql`
    CASE WHEN ${isFlagEvent(Prisma.sql`record`)} THEN '{}'::uuid[] ELSE ARRAY[record.actor_id, record.target_id] END`,
  total: 'totalAudit',
  nothingFound: auditMessages.noAuditRecordsFound,
};

/** The id of a deleted user finds the remaining events. */
function ofUsers(column: Prisma.Sql, filter: string | undefined): Prisma.Sql | undefined {
  if (isWholeId(filter)) return Prisma.sql`${column} = ${filter}::uuid`;
  const hasName = contains(Prisma.sql`lower(users.username)`, filter);
  return hasName && Prisma.sql`${column} IN (SELECT id FROM users WHERE ${hasName})`;
}
