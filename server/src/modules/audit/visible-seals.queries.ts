import { z } from 'zod';
import { bulkActionEnd } from '#audit/bulk-actions.queries.ts';
import { type EventViewer, hiddenEvents, isVisibleTo } from '#audit/flag-events.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

const isCoveredBy = Prisma.sql`(record.id <= seal.after_event_id OR record.transaction_id < seal.end_transaction)`;
const sealOf = (id: string) => Prisma.sql`(SELECT * FROM audit_seals WHERE id = ${id}::bigint)`;

const isCoveredByThat = (sealId: string) =>
  Prisma.sql`EXISTS (SELECT FROM ${sealOf(sealId)} AS seal WHERE ${isCoveredBy})`;

/** The number of events up to a seal that are no records of the viewer's list: the end of a bulk action is a part of its beginning. */
export const countHiddenEvents = defineQuery(
  'count-hidden-events',
  z.object({ hidden: z.number() }),
  (viewer: EventViewer, sealId: string) => Prisma.sql`
    SELECT count(*)::int AS hidden FROM (
      ${hiddenEvents(viewer, Prisma.sql`record.id`, isCoveredByThat(sealId))}
      UNION ALL
      SELECT record.id FROM audit_events AS record WHERE record.action = ${bulkActionEnd} AND ${isCoveredByThat(sealId)}
    ) AS hidden`,
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
      WHERE ${isVisibleTo(viewer)} AND record.action <> ${bulkActionEnd} ORDER BY record.id DESC LIMIT 1
    ) AS record JOIN audit_seals AS seal
      ON record.id > seal.after_event_id AND record.transaction_id >= seal.first_transaction
        AND record.transaction_id < seal.end_transaction
    WHERE seal.id <= ${sealId}::bigint
    ORDER BY seal.id DESC LIMIT 1`,
);
