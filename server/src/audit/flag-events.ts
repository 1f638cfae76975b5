import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';
import { bulkActionEnd } from './bulk-actions.queries.ts';

/** Their target is the flagged user, who must not learn of them. */
export const flagActions = ['createFlag', 'getFlag', 'answerFlag'] as const;
export type FlagAction = (typeof flagActions)[number];

const actions = Prisma.raw(flagActions.map((action) => `'${action}'`).join(', '));

export const isFlagEvent = (event: Prisma.Sql): Prisma.Sql => Prisma.sql`(${event}.action IN (${actions}))`;

export const isFlagAction = (action: string | null): boolean =>
  flagActions.some((flagAction) => flagAction === action);

/** Looks of staff at the audit trail for the events of flags. The parts of an export name its beginning, which has the filter. */
const looksForFlags = Prisma.sql`(
  record.action IN ('listAuditRecords', 'exportAuditRecords', ${Prisma.raw(`'${bulkActionEnd}'`)}) AND EXISTS (
    SELECT FROM audit_details AS look
    LEFT JOIN bulk_actions AS export ON export.id = (look.details::jsonb ->> 'export_id')::uuid
    LEFT JOIN audit_details AS beginning
      ON beginning.event_id = coalesce(export.begin_event_id, (look.details::jsonb ->> 'begin_event')::bigint)
    WHERE look.event_id = record.id
      AND coalesce(beginning.details, look.details)::jsonb -> 'filter' ->> 'action' IN (${actions})
  ))`;

export interface EventViewer {
  id: string;
  is_superuser: boolean;
  /** An API token sees no flags. */
  isToken?: boolean;
}

const hasFlagEvents = (userId: string) => Prisma.sql`
  EXISTS (SELECT FROM audit_events AS own WHERE own.target_id = ${userId}::uuid AND ${isFlagEvent(Prisma.sql`own`)})`;

/**
 * For `audit_events AS record`: agents see flags about plain users, superusers all, and nobody those about themselves. A flagged viewer
 * does not see either that others looked for flags.
 */
export const isVisibleTo = ({ id, is_superuser, isToken = false }: EventViewer): Prisma.Sql => Prisma.sql`
  NOT (${isFlagEvent(Prisma.sql`record`)} AND (
    ${isToken}::boolean
    OR record.target_id = ${id}::uuid
    OR NOT ${is_superuser}::boolean
      AND EXISTS (SELECT FROM users WHERE users.id = record.target_id AND (users.is_staff OR users.is_superuser))))
  AND NOT (record.actor_id IS DISTINCT FROM ${id}::uuid AND ${looksForFlags} AND ${hasFlagEvents(id)})`;

export const selectHasFlagEvents = defineQuery(
  'select-has-flag-events',
  z.object({ has_events: z.boolean() }),
  (userId: string) => Prisma.sql`SELECT ${hasFlagEvents(userId)} AS has_events`,
);

/** The number of events up to a seal that the viewer does not see. */
export const countHiddenEvents = defineQuery(
  'count-hidden-events',
  z.object({ hidden: z.number() }),
  (viewer: EventViewer, sealId: string) => Prisma.sql`
    SELECT count(*)::int AS hidden
    FROM audit_events AS record JOIN audit_seals AS seal ON seal.id = ${sealId}::bigint
    WHERE (record.id <= seal.after_event_id OR record.transaction_id < seal.end_transaction)
      AND ${hasFlagEvents(viewer.id)} AND NOT (${isVisibleTo(viewer)})`,
);
