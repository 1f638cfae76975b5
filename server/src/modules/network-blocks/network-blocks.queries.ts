import { networkBlockLimits } from 'contract/network-blocks/network-blocks.constants.ts';
import { z } from 'zod';
import type { Caller } from '#auth/sessions/callers.ts';
import { inNetwork } from '#domain/lists/list-statements.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, idRow } from '#platform/database/query.ts';

const isActive = Prisma.sql`ends_at > now() AND ended_at IS NULL`;

/** The narrowest active block that contains the network or equals it. */
export const selectEnclosingBlock = defineQuery(
  'select-enclosing-network-block',
  z.object({ network: z.string(), ends_at: z.date() }),
  (network: string) => Prisma.sql`
    SELECT network, ends_at FROM network_blocks
    WHERE ${isActive} AND network::inet >>= ${network}::text::inet
    ORDER BY masklen(network::inet) DESC LIMIT 1`,
);

/** The ids of the blocks that contain an IP address, or equal a network. */
export const selectBlocksOf = defineQuery(
  'select-network-blocks-of',
  z.object({ id: z.string() }),
  (network: string) => Prisma.sql`
    SELECT id FROM network_blocks
    WHERE CASE WHEN ${network.includes('/')}::boolean THEN network = ${network}
          ELSE network::inet >>= ${network}::text::inet END`,
);

/** Revokes the sessions of a network, except the caller's own and, for an agent, those of staff and superusers. */
export const revokeSessionsOf = defineQuery(
  'revoke-sessions-of-network',
  z.object({ user_id: z.string() }),
  (network: string, { user, session }: Caller) => Prisma.sql`
    UPDATE sessions SET revoked_at = now(), read_only_until = NULL
    FROM users
    WHERE users.id = user_id AND (${user.is_superuser}::boolean OR NOT (users.is_staff OR users.is_superuser))
      AND revoked_at IS NULL AND sessions.expires_at > now() AND sessions.id <> ${session.id}::uuid
      AND ${inNetwork(Prisma.sql`address_of(ip_address)`, network)}
    RETURNING user_id`,
);

/** The superusers who signed in, used a session or an API token, or did something on record, from the network in the last days. */
export const selectSuperusersSeen = defineQuery(
  'select-superusers-seen-in-network',
  idRow,
  (network: string) => Prisma.sql`
    WITH since AS (SELECT now() - ${networkBlockLimits.superuserDays}::int * interval '1 day' AS moment)
    SELECT id FROM users WHERE is_superuser AND (
      EXISTS (
        SELECT FROM sign_ins WHERE sign_ins.user_id = users.id
          AND result = 'success' AND sign_ins.created_at >= (SELECT moment FROM since)
          AND ${inNetwork(Prisma.sql`address_of(sign_ins.ip_address)`, network)}
      ) OR EXISTS (
        SELECT FROM superuser_addresses WHERE superuser_addresses.user_id = users.id
          AND last_seen_at >= (SELECT moment FROM since)
          AND ${inNetwork(Prisma.sql`address_of(superuser_addresses.ip_address)`, network)}
      ) OR EXISTS (
        SELECT FROM audit_events JOIN audit_details ON event_id = audit_events.id
        WHERE actor_id = users.id AND audit_events.created_at >= (SELECT moment FROM since)
          AND ${inNetwork(Prisma.sql`address_of(audit_details.ip_address)`, network)}
      )
    )`,
);

/** The active blocks that contain the network or equal it. */
export const selectActiveBlocksOf = defineQuery(
  'select-active-blocks-of',
  z.object({ id: z.string(), network: z.string() }),
  (network: string) => Prisma.sql`
    SELECT id, network FROM network_blocks
    WHERE ${isActive} AND network::inet >>= ${network}::text::inet
    ORDER BY network`,
);

/** When the agent may set the next block, if that is not now. The caller holds the lock of those who change blocks. */
export const selectNextBlockTime = defineQuery(
  'select-next-block-time',
  z.object({ wait_seconds: z.number() }),
  (agentId: string) => Prisma.sql`
    SELECT extract(epoch FROM created_at + interval '1 hour' - now())::float8 AS wait_seconds
    FROM network_blocks
    WHERE created_by_id = ${agentId}::uuid AND created_at > now() - interval '1 hour'
    ORDER BY created_at DESC LIMIT 1 OFFSET ${networkBlockLimits.perAgentAndHour - 1}::int`,
);

/** One scan of the network's IP records. */
export const selectNetworkActivity = defineQuery(
  'select-network-activity',
  z.object({
    addresses: z.int(),
    user_count: z.int(),
    matches: z.record(z.string(), z.int()),
    /** In JSON. */
    users: z.unknown(),
  }),
  (network: string, days: number) => Prisma.sql`
    WITH found AS MATERIALIZED (
      SELECT ip_address, action, user_id, created_at FROM ip_records AS record
      WHERE ${inNetwork(Prisma.sql`address_of(record.ip_address)`, network)}
        AND created_at >= now() - ${days}::int * interval '1 day'
    ), signed_in AS (
      SELECT user_id, max(created_at) AS last_seen FROM found
      WHERE action = 'login' AND user_id IS NOT NULL GROUP BY user_id
    ), latest AS (
      SELECT users.id, username, last_seen FROM signed_in JOIN users ON users.id = user_id
      ORDER BY last_seen DESC, users.id DESC LIMIT ${networkBlockLimits.previewUsers}
    )
    SELECT (SELECT count(DISTINCT ip_address) FROM found)::int AS addresses,
           (SELECT count(*) FROM signed_in)::int AS user_count,
           coalesce((SELECT json_object_agg(action, events) FROM (
             SELECT action, count(*)::int AS events FROM found GROUP BY action ORDER BY action
           ) AS by_action), '{}') AS matches,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', id, 'username', username, 'last_seen',
             to_char(last_seen AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
             ORDER BY last_seen DESC, id DESC) FROM latest), '[]') AS users`,
);

/** The networks of the records of the last days, those with the most failures first. */
export const selectNetworks = defineQuery(
  'select-networks',
  z.object({
    network: z.string(),
    addresses: z.int(),
    records: z.int(),
    failed: z.int(),
    signed_in: z.int(),
    accounts: z.int(),
    last_at: z.date(),
    blocked_by: z.string().nullable(),
    total: z.int(),
  }),
  ({ limit, offset }: { limit: number; offset: number }) => Prisma.sql`
    WITH found AS (
      SELECT network(set_masklen(address, CASE family(address) WHEN 4 THEN 24 ELSE 48 END)) AS network, address, action,
             user_id, created_at
      FROM ip_records, LATERAL (SELECT address_of(ip_address) AS address OFFSET 0) AS parsed
      WHERE created_at >= now() - ${networkBlockLimits.previewDays}::int * interval '1 day' AND address IS NOT NULL
    ), page AS (
      SELECT network, count(DISTINCT address)::int AS addresses, count(*)::int AS records,
             (count(*) FILTER (WHERE action = 'login_failed'))::int AS failed,
             (count(*) FILTER (WHERE action = 'login'))::int AS signed_in,
             count(DISTINCT user_id)::int AS accounts, max(created_at) AS last_at, (count(*) OVER ())::int AS total
      FROM found GROUP BY network ORDER BY failed DESC, records DESC, network LIMIT ${limit} OFFSET ${offset}
    )
    SELECT network::text, addresses, records, failed, signed_in, accounts, last_at, total,
           (SELECT block.network FROM network_blocks AS block
            WHERE ${isActive} AND block.network::inet >>= page.network ORDER BY ends_at DESC LIMIT 1) AS blocked_by
    FROM page ORDER BY failed DESC, records DESC, page.network`,
);
