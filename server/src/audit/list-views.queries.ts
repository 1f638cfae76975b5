import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';
import { hashOf } from './audit.queries.ts';

interface ListView {
  action: string;
  actorId: string;
  details: { user_ids: string[] };
  client: { ipAddress: string; userAgent: string };
}

/** Writes nothing if the agent has read the same page with the same users in this hour: a unique index decides. */
export const insertListView = defineQuery(
  'insert-list-view',
  noRow,
  ({ action, actorId, details, client }: ListView) => Prisma.sql`
    WITH view AS MATERIALIZED (
      SELECT nextval('audit_events_id_seq') AS id, ${actorId}::uuid AS actor_id, ${action}::text AS action,
             ${randomBytes(16)}::bytea AS salt, ${JSON.stringify(details)}::text AS details,
             ${randomBytes(16)}::bytea AS client_salt, ${client.ipAddress}::text AS ip_address,
             ${client.userAgent}::text AS user_agent,
             extract(epoch FROM date_trunc('hour', now() AT TIME ZONE 'UTC'))::text AS hour
    ), new_details AS (
      INSERT INTO audit_details (event_id, salt, details, client_salt, ip_address, user_agent, view_key)
      SELECT id, salt, details, client_salt, ip_address, user_agent,
             sha256(convert_to(concat_ws(E'\n', actor_id, hour, action, details), 'UTF8'))
      FROM view
      ON CONFLICT (view_key) WHERE view_key IS NOT NULL DO NOTHING
      RETURNING event_id
    )
    INSERT INTO audit_events (id, actor_id, action, details_hash, client_hash)
    SELECT id, actor_id, action, ${hashOf(Prisma.sql`salt`, Prisma.sql`details`)},
           ${hashOf(Prisma.sql`client_salt`, Prisma.sql`ip_address || E'\n' || user_agent`)}
    FROM view JOIN new_details ON event_id = id`,
);

/** What others did with the user's record. Pages of one list count once for each agent and hour. */
const accessesTo = (userId: string) => Prisma.sql`
  accesses AS (
    SELECT id, action, created_at FROM audit_events
    WHERE target_id = ${userId}::uuid AND actor_id <> ${userId}::uuid
    UNION ALL (
      SELECT DISTINCT ON (actor_id, action, date_trunc('hour', created_at)) id, action, created_at
      FROM audit_details JOIN audit_events ON id = event_id
      WHERE view_key IS NOT NULL AND details::jsonb -> 'user_ids' @> jsonb_build_array(${userId}::text)
        AND actor_id <> ${userId}::uuid
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
  z.object({ action: z.string(), created_at: z.date() }),
  (userId: string, { skip, take }: { skip: number; take: number }) => Prisma.sql`
    WITH ${accessesTo(userId)}
    SELECT action, created_at FROM accesses ORDER BY created_at DESC, id DESC
    LIMIT ${take}::int OFFSET ${skip}::int`,
);
