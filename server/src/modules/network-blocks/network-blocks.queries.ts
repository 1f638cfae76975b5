import { networkBlockLimits } from 'contract/network-blocks/network-blocks.constants.ts';
import { z } from 'zod';
import { ipAddressFilter } from '#domain/lists/list-statements.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

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

/** Revokes the sessions of a network, except the caller's own. */
export const revokeSessionsOf = defineQuery(
  'revoke-sessions-of-network',
  z.object({ user_id: z.string() }),
  (network: string, callerSessionId: string) => Prisma.sql`
    UPDATE sessions SET revoked_at = now(), read_only_until = NULL
    WHERE revoked_at IS NULL AND expires_at > now() AND id <> ${callerSessionId}::uuid
      AND ${ipAddressFilter(Prisma.sql`address_of(ip_address)`, network)}
    RETURNING user_id`,
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
      WHERE ${ipAddressFilter(Prisma.sql`address_of(record.ip_address)`, network)}
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
