import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** Their target is the flagged user, who must not learn of them. */
export const flagActions = ['createFlag', 'getFlag', 'answerFlag'] as const;
export type FlagAction = (typeof flagActions)[number];

const actions = Prisma.raw(flagActions.map((action) => `'${action}'`).join(', '));

export const isFlagEvent = (event: Prisma.Sql): Prisma.Sql => Prisma.sql`(${event}.action IN (${actions}))`;

export const isFlagAction = (action: string | null): boolean =>
  flagActions.some((flagAction) => flagAction === action);

/** The same condition as that of the index `audit_details_flag_looks_idx`. */
const asksForFlags = (details: Prisma.Sql) =>
  Prisma.sql`${details}.details::jsonb -> 'filter' ->> 'action' IN (${actions})`;

/** Looks of staff at the audit trail for the events of flags. An export has a second event at its end. */
const looksForFlags = Prisma.sql`
  SELECT look.event_id FROM audit_details AS look WHERE ${asksForFlags(Prisma.sql`look`)}
  UNION ALL
  SELECT export.end_event_id FROM audit_details AS look JOIN bulk_actions AS export ON export.begin_event_id = look.event_id
  WHERE ${asksForFlags(Prisma.sql`look`)} AND export.end_event_id IS NOT NULL`;

export interface EventViewer {
  id: string;
  is_superuser: boolean;
  /** An API token sees no flags. */
  isToken?: boolean;
}

/** A flag about a user who does not exist any more was perhaps about staff. */
const isHiddenFlag = ({ id, is_superuser, isToken = false }: EventViewer) => Prisma.sql`(
  ${isToken}::boolean
  OR record.target_id = ${id}::uuid
  OR NOT ${is_superuser}::boolean AND NOT EXISTS (
    SELECT FROM users WHERE users.id = record.target_id AND NOT (users.is_staff OR users.is_superuser)))`;

const isOfOthers = ({ id }: EventViewer) => Prisma.sql`record.actor_id IS DISTINCT FROM ${id}::uuid`;

/**
 * For `audit_events AS record`: agents see flags about plain users, superusers all, and nobody those about themselves. Looks for flags
 * are visible to their maker alone: if they vanished when a viewer is flagged, that would tell.
 */
export const isVisibleTo = (viewer: EventViewer): Prisma.Sql => Prisma.sql`
  NOT (${isFlagEvent(Prisma.sql`record`)} AND ${isHiddenFlag(viewer)})
  AND NOT (${isOfOthers(viewer)} AND record.id IN (${looksForFlags}))`;

/** The events that `isVisibleTo` hides, found by indexes. `where` is a further condition on `record`. */
export const hiddenEvents = (
  viewer: EventViewer,
  columns: Prisma.Sql,
  where: Prisma.Sql,
): Prisma.Sql => Prisma.sql`
  SELECT ${columns} FROM audit_events AS record
  WHERE ${isFlagEvent(Prisma.sql`record`)} AND ${isHiddenFlag(viewer)} AND ${where}
  UNION ALL
  SELECT ${columns} FROM (${looksForFlags}) AS look JOIN audit_events AS record ON record.id = look.event_id
  WHERE ${isOfOthers(viewer)} AND ${where}`;

/** An id for readers that tells nothing of the other events. A number would, by its gaps. */
export const eventId = (event: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`encode(substring(${event}.details_hash FROM 1 FOR 16), 'hex')::uuid::text`;

const isCoveredBy = Prisma.sql`(record.id <= seal.after_event_id OR record.transaction_id < seal.end_transaction)`;
const sealOf = (id: string) => Prisma.sql`(SELECT * FROM audit_seals WHERE id = ${id}::bigint)`;

/** The number of events up to a seal that the viewer does not see. */
export const countHiddenEvents = defineQuery(
  'count-hidden-events',
  z.object({ hidden: z.number() }),
  (viewer: EventViewer, sealId: string) => Prisma.sql`
    SELECT count(*)::int AS hidden FROM (${hiddenEvents(
      viewer,
      Prisma.sql`record.id`,
      Prisma.sql`EXISTS (SELECT FROM ${sealOf(sealId)} AS seal WHERE ${isCoveredBy})`,
    )}) AS hidden`,
);

/** Up to a seal, the one that covers the last event that the viewer sees. */
export const selectVisibleSeal = defineQuery(
  'select-visible-seal',
  z.object({ sealed_at: z.date(), hash: z.custom<Uint8Array>(), mac: z.custom<Uint8Array>() }),
  (viewer: EventViewer, sealId: string) => Prisma.sql`
    SELECT seal.sealed_at, seal.hash, seal.mac
    FROM (
      SELECT record.id, record.transaction_id
      FROM audit_events AS record JOIN ${sealOf(sealId)} AS seal ON ${isCoveredBy}
      WHERE ${isVisibleTo(viewer)} ORDER BY record.id DESC LIMIT 1
    ) AS record JOIN audit_seals AS seal
      ON record.id > seal.after_event_id AND record.transaction_id >= seal.first_transaction
        AND record.transaction_id < seal.end_transaction
    WHERE seal.id <= ${sealId}::bigint
    ORDER BY seal.id DESC LIMIT 1`,
);
