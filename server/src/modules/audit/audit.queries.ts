import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, idRow } from '#platform/database/query.ts';

/** Events are roughly in the order of their ids, so the oldest have the lowest ids. */
export const deleteOldestDetails = defineQuery(
  'delete-oldest-audit-details',
  idRow,
  (days: number, limit: number) => Prisma.sql`
    DELETE FROM audit_details USING audit_events AS event
    WHERE event_id = event.id AND event.created_at < now() - ${days} * interval '1 day'
      AND event_id IN (SELECT event_id FROM audit_details ORDER BY event_id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING event_id::text AS id`,
);
