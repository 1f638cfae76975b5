import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';
import { hashOf } from './audit.queries.ts';
import { isFlagEvent } from './flag-events.ts';

export interface View {
  action: string;
  actorId: string;
  /** The user, or null for a list, whose details name its users. */
  targetId: string | null;
  /** What the key contains besides the agent, the hour and the details. */
  subject: string;
  details: object;
  client: { ipAddress: string; userAgent: string };
}

/** Writes nothing if the agent has had the same view in this hour: a unique index decides. */
export const insertView = defineQuery(
  'insert-view',
  z.object({ hour_ends_in_ms: z.number() }),
  ({ action, actorId, targetId, subject, details, client }: View) => Prisma.sql`
    WITH view AS MATERIALIZED (
      SELECT nextval('audit_events_id_seq') AS id, ${actorId}::uuid AS actor_id, ${targetId}::uuid AS target_id,
             ${action}::text AS action, ${subject}::text AS subject,
             ${randomBytes(16)}::bytea AS salt, ${JSON.stringify(details)}::text AS details,
             ${randomBytes(16)}::bytea AS client_salt, ${client.ipAddress}::text AS ip_address,
             ${client.userAgent}::text AS user_agent,
             extract(epoch FROM date_trunc('hour', now() AT TIME ZONE 'UTC'))::text AS hour
    ), new_details AS (
      INSERT INTO audit_details (event_id, salt, details, client_salt, ip_address, user_agent, view_key)
      SELECT id, salt, details, client_salt, ip_address, user_agent,
             sha256(convert_to(concat_ws(E'\n', actor_id, hour, subject, details), 'UTF8'))
      FROM view
      ON CONFLICT (view_key) WHERE view_key IS NOT NULL DO NOTHING
      RETURNING event_id
    ), new_event AS (
      INSERT INTO audit_events (id, actor_id, action, target_id, details_hash, client_hash)
      SELECT id, actor_id, action, target_id, ${hashOf(Prisma.sql`salt`, Prisma.sql`details`)},
             ${hashOf(Prisma.sql`client_salt`, Prisma.sql`ip_address || E'\n' || user_agent`)}
      FROM view JOIN new_details ON event_id = id
    )
    SELECT 1000 * (hour::float8 + 3600 - extract(epoch FROM now())::float8) AS hour_ends_in_ms FROM view`,
);

/**
 * What others did with the user's record. Pages of one list count once for each agent and hour. The planner takes a user
 * to be on a hundredth of all pages: as a join it would read every event, as an array it uses the index.
 */
const accessesTo = (userId: string) => Prisma.sql`
  accesses AS (
    SELECT id, action, created_at FROM audit_events
    WHERE target_id = ${userId}::uuid AND actor_id <> ${userId}::uuid AND NOT ${isFlagEvent(Prisma.sql`audit_events`)}
    UNION ALL (
      SELECT DISTINCT ON (actor_id, action, date_trunc('hour', created_at)) id, action, created_at
      FROM audit_events
      WHERE actor_id <> ${userId}::uuid AND id = ANY (ARRAY(
        SELECT event_id FROM audit_details
        WHERE view_key IS NOT NULL AND details::jsonb -> 'user_ids' @> jsonb_build_array(${userId}::text)
      ))
      ORDER BY actor_id, action, date_trunc('hour', created_at), id
    )
  )`;

export const countAccesses = defineQuery(
  'count-accesses',
  z.object({ total: z.number() }),
  (userId: string) => Prisma.sql`WITH ${accessesTo(userId)} SELECT count(*)::int AS total FROM accesses`,
);

export const selectAccesses = defineQuery(
  'select-accesses',
  z.object({ action: z.string(), created_at: z.date(), reason: z.string().nullable() }),
  (userId: string, { skip, take }: { skip: number; take: number }) => Prisma.sql`
    WITH ${accessesTo(userId)}
    SELECT action, created_at, (
      SELECT details::jsonb ->> 'reason' FROM audit_details
      WHERE event_id = accesses.id AND view_key IS NOT NULL
    ) AS reason
    FROM accesses ORDER BY created_at DESC, id DESC
    LIMIT ${take}::int OFFSET ${skip}::int`,
);
