import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { hashOf } from '#audit/audit.queries.ts';
import { defineQuery, idRow, noRow } from '#platform/database/query.ts';
import { bulkActionEnd } from '#audit/bulk-actions.queries.ts';
import { type EventViewer, hiddenEvents, isVisibleTo } from '#audit/flag-events.ts';

/** 64-bit transaction ids and event ids are returned as text. */
const Seal = z.object({
  id: z.string(),
  epoch: z.number(),
  key_name: z.string(),
  after_event_id: z.string(),
  first_transaction: z.string(),
  end_transaction: z.string(),
  last_event_id: z.string(),
  events: z.number(),
  events_hash: z.custom<Uint8Array>(),
  sealed_at: z.date(),
  hash: z.custom<Uint8Array>(),
  mac: z.custom<Uint8Array>(),
  former_key_mac: z.custom<Uint8Array>().nullable(),
  is_unproven: z.boolean(),
});
export type Seal = z.output<typeof Seal>;

const sealColumns = Prisma.sql`
  id::text, epoch, key_name, after_event_id::text, first_transaction::text, end_transaction::text,
  last_event_id::text, events, events_hash, sealed_at, hash, mac, former_key_mac, is_unproven`;

export const selectSeals = defineQuery(
  'select-audit-seals',
  Seal,
  (afterId: string, limit: number) => Prisma.sql`
    SELECT ${sealColumns} FROM audit_seals WHERE id > ${afterId}::bigint ORDER BY audit_seals.id LIMIT ${limit}`,
);

export const selectLastSeal = defineQuery(
  'select-last-audit-seal',
  Seal,
  () => Prisma.sql`SELECT ${sealColumns} FROM audit_seals ORDER BY audit_seals.id DESC LIMIT 1`,
);

export const selectUnsealed = defineQuery(
  'select-unsealed-audit-events',
  z.object({ is_due: z.boolean() }),
  () => Prisma.sql`
    SELECT EXISTS (SELECT FROM audit_events WHERE id > coalesce(seal.last_event_id, 0))
        OR EXISTS (SELECT FROM audit_events WHERE transaction_id >= coalesce(seal.end_transaction, '0'::xid8)) AS is_due
    FROM (SELECT) AS always LEFT JOIN (
      SELECT last_event_id, end_transaction FROM audit_seals ORDER BY id DESC LIMIT 1
    ) AS seal ON true`,
);

/** The lock ends with the transaction. Returns no row if another sealer is running. */
export const lockSealer = defineQuery(
  'lock-audit-sealer',
  z.object({ lock: z.boolean() }),
  () => Prisma.sql`SELECT true AS lock WHERE pg_try_advisory_xact_lock(hashtextextended('audit sealer', 0))`,
);

/** All transactions below `finished_before` have ended. */
export const selectFinished = defineQuery(
  'select-finished-transactions',
  z.object({ now: z.date(), finished_before: z.string(), next: z.string() }),
  () => Prisma.sql`
    SELECT date_trunc('milliseconds', clock_timestamp()) AS now,
           pg_snapshot_xmin(pg_current_snapshot())::text AS finished_before,
           pg_snapshot_xmax(pg_current_snapshot())::text AS next`,
);

export interface EventRange {
  afterEventId: string;
  firstTransaction: string;
  endTransaction: string;
}

/** Ends a range of about this many events at the end of a transaction, because transactions are never divided. */
export const selectRangeEnd = defineQuery(
  'select-audit-range-end',
  z.object({ end_transaction: z.string() }),
  ({ afterEventId, firstTransaction, endTransaction }: EventRange, limit: number) => Prisma.sql`
    SELECT (max(transaction_id::text::bigint) + 1)::text AS end_transaction FROM (
      SELECT transaction_id FROM audit_events
      WHERE id > ${afterEventId}::bigint
        AND transaction_id >= ${firstTransaction}::text::xid8 AND transaction_id < ${endTransaction}::text::xid8
      ORDER BY transaction_id, id LIMIT ${limit}
    ) AS first HAVING count(*) > 0`,
);

/** The sealed fields of an event, in an unambiguous encoding. */
const sealedText = Prisma.sql`json_build_array(
  event.id, event.transaction_id::text, floor(extract(epoch FROM event.created_at) * 1000)::bigint, event.actor_id,
  event.action, event.target_id, event.occurrences, encode(event.details_hash, 'hex'),
  encode(event.client_hash, 'hex'))::text`;

/** The hash of `event`, which may be joined as null. */
const eventsHash = Prisma.sql`sha256(coalesce(
  string_agg(sha256(convert_to(${sealedText}, 'UTF8')), ''::bytea ORDER BY event.transaction_id, event.id)
    FILTER (WHERE event.id IS NOT NULL), ''::bytea))`;

export const selectRangeHash = defineQuery(
  'select-audit-range-hash',
  z.object({ events: z.number(), events_hash: Seal.shape.events_hash, last_event_id: z.string().nullable() }),
  ({ afterEventId, firstTransaction, endTransaction }: EventRange) => Prisma.sql`
    SELECT count(*)::int AS events, ${eventsHash} AS events_hash, max(event.id)::text AS last_event_id
    FROM audit_events AS event
    WHERE event.id > ${afterEventId}::bigint
      AND event.transaction_id >= ${firstTransaction}::text::xid8 AND event.transaction_id < ${endTransaction}::text::xid8`,
);

export const insertSeal = defineQuery(
  'insert-audit-seal',
  noRow,
  (seal: Seal) => Prisma.sql`
    INSERT INTO audit_seals (id, epoch, key_name, after_event_id, first_transaction, end_transaction, last_event_id,
                             events, events_hash, sealed_at, hash, mac, former_key_mac, is_unproven)
    VALUES (${seal.id}::bigint, ${seal.epoch}::int, ${seal.key_name}, ${seal.after_event_id}::bigint,
            ${seal.first_transaction}::text::xid8, ${seal.end_transaction}::text::xid8, ${seal.last_event_id}::bigint,
            ${seal.events}::int, ${seal.events_hash}::bytea, ${seal.sealed_at}::timestamptz, ${seal.hash}::bytea,
            ${seal.mac}::bytea, ${seal.former_key_mac}::bytea, ${seal.is_unproven})`,
);

/**
 * The contents of the ranges of consecutive seals, and the first event whose details do not match their
 * hash. Events up to `last` belong to no range of an older transaction counter.
 */
export const selectSealedEvents = defineQuery(
  'select-sealed-audit-events',
  z.object({
    id: z.string(),
    events: z.number(),
    events_hash: Seal.shape.events_hash,
    forged_details_of: z.string().nullable(),
  }),
  (firstSealId: string, lastSealId: string, lastEventId: string) => Prisma.sql`
    SELECT seal.id::text, count(event.id)::int AS events, ${eventsHash} AS events_hash,
           (min(event.id) FILTER (
             WHERE details.details IS NOT NULL
               AND ${hashOf(Prisma.sql`details.salt`, Prisma.sql`details.details`)} IS DISTINCT FROM event.details_hash
             OR coalesce(details.ip_address, details.user_agent) IS NOT NULL
               AND ${hashOf(Prisma.sql`details.client_salt`, Prisma.sql`details.ip_address || E'\n' || details.user_agent`)}
                 IS DISTINCT FROM event.client_hash
           ))::text AS forged_details_of
    FROM audit_seals AS seal
    LEFT JOIN audit_events AS event
      ON event.id > seal.after_event_id AND event.id <= ${lastEventId}::bigint
        AND event.transaction_id >= seal.first_transaction AND event.transaction_id < seal.end_transaction
    LEFT JOIN audit_details AS details ON details.event_id = event.id
    WHERE seal.id BETWEEN ${firstSealId}::bigint AND ${lastSealId}::bigint
    GROUP BY seal.id ORDER BY seal.id`,
);

/** The last values of the transaction counters that restored databases continued from, the current one last. */
export const selectEpochEnds = defineQuery(
  'select-audit-epoch-ends',
  z.object({ after_event_id: z.string(), end_transaction: z.string() }),
  () => Prisma.sql`
    SELECT DISTINCT ON (seal.after_event_id) seal.after_event_id::text, seal.end_transaction::text
    FROM audit_seals AS seal ORDER BY seal.after_event_id, seal.id DESC`,
);

/** An event of an earlier transaction counter, after its last value. */
export const selectLateEvent = defineQuery(
  'select-late-audit-event',
  idRow,
  (afterEventId: string, lastEventId: string, endTransaction: string) => Prisma.sql`
    SELECT id::text FROM audit_events
    WHERE id > ${afterEventId}::bigint AND id <= ${lastEventId}::bigint
      AND transaction_id >= ${endTransaction}::text::xid8
    ORDER BY audit_events.id LIMIT 1`,
);

/** An event that no sealer would reach. Not queried before the first seal of a restored database. */
export const selectUnreachableEvent = defineQuery(
  'select-unreachable-audit-event',
  idRow,
  (afterEventId: string, endTransaction: string) => Prisma.sql`
    SELECT id::text FROM (
      (SELECT id FROM audit_events WHERE id < 1 ORDER BY id LIMIT 1)
      UNION ALL
      (SELECT id FROM audit_events
       WHERE id > ${afterEventId}::bigint AND transaction_id >= pg_snapshot_xmax(pg_current_snapshot())
         AND pg_snapshot_xmax(pg_current_snapshot()) >= ${endTransaction}::text::xid8
       ORDER BY transaction_id LIMIT 1)
    ) AS unreachable LIMIT 1`,
);

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
