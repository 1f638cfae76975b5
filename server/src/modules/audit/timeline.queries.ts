import { TimelineEntry, timelineLimits } from 'contract/audit/audit.ts';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { eventId, type EventViewer, isVisibleTo } from '#audit/flag-events.ts';
import { bulkActionEnd } from '#audit/bulk-actions.queries.ts';
import type { IpAddressRange } from '#platform/ip-addresses.ts';
import { defineQuery } from '#platform/database/query.ts';

const Entry = TimelineEntry.omit({ network: true }).extend({ created_at: z.date(), total: z.number() });
export type Entry = z.output<typeof Entry>;

interface Span {
  limit: number;
  offset: number;
  /** Null for all kinds. */
  kind: TimelineEntry['kind'] | null;
  viewer: EventViewer;
}

/** The latest entries of each kind, merged. */
function timeline(
  { ips, logs, events }: { ips: Prisma.Sql; logs: Prisma.Sql; events: Prisma.Sql },
  { limit, offset, kind, viewer }: Span,
): Prisma.Sql {
  const most = timelineLimits.entries;
  const isOf = (name: TimelineEntry['kind']) => Prisma.sql`${kind === null || kind === name}::boolean`;
  return Prisma.sql`
    WITH ip AS (
      SELECT id, user_id, ip_address, action, created_at FROM ip_records AS record WHERE ${isOf('ip')} AND ${ips}
      ORDER BY created_at DESC, id DESC LIMIT ${most}
    ), log AS (
      SELECT id, user_id, message, level, created_at FROM log_records AS record WHERE ${isOf('log')} AND ${logs}
      ORDER BY created_at DESC, id DESC LIMIT ${most}
    ), event AS (
      SELECT id, details_hash, actor_id, target_id, action, created_at FROM audit_events AS record
      WHERE ${isOf('audit')} AND (${events}) AND action <> ${bulkActionEnd} AND ${isVisibleTo(viewer)}
      ORDER BY created_at DESC, id DESC LIMIT ${most}
    ), entry AS (
      SELECT id::text, 'ip' AS kind, created_at, action, ip_address, user_id, NULL::uuid AS actor_id,
             NULL AS message, NULL AS level FROM ip
      UNION ALL
      SELECT id::text, 'log', created_at, NULL, NULL, user_id, NULL, message, level FROM log
      UNION ALL
      SELECT ${eventId(Prisma.sql`event`)}, 'audit', created_at, action, details.ip_address, target_id, actor_id, NULL, NULL
      FROM event LEFT JOIN audit_details AS details ON details.event_id = event.id
    ), page AS (
      SELECT *, (count(*) OVER ())::int AS total FROM entry
      ORDER BY created_at DESC, kind, id DESC LIMIT ${limit} OFFSET ${offset}
    )
    SELECT page.id, kind, page.created_at, page.action, page.ip_address, users.username AS user, page.user_id,
           actor.username AS actor, page.message, page.level, page.total
    FROM page LEFT JOIN users ON users.id = page.user_id LEFT JOIN users AS actor ON actor.id = page.actor_id
    ORDER BY page.created_at DESC, kind, page.id DESC`;
}

/** `isWhole` includes actions of the user that concern others. */
export const selectUserTimeline = defineQuery(
  'select-user-timeline',
  Entry,
  (userId: string, isWhole: boolean, span: Span) =>
    timeline(
      {
        ips: Prisma.sql`record.user_id = ${userId}::uuid`,
        logs: Prisma.sql`record.user_id = ${userId}::uuid`,
        events: Prisma.sql`
          record.target_id = ${userId}::uuid OR ${isWhole}::boolean AND record.actor_id = ${userId}::uuid`,
      },
      span,
    ),
);

const inRange = (column: Prisma.Sql, { first, last }: IpAddressRange) =>
  Prisma.sql`address_of(${column}) BETWEEN ${first}::text::inet AND ${last}::text::inet`;

/** `isWhole` includes the audit events from the IP address. */
export const selectIpAddressTimeline = defineQuery(
  'select-address-timeline',
  Entry,
  (range: IpAddressRange, written: string, isWhole: boolean, span: Span) =>
    timeline(
      {
        ips: inRange(Prisma.sql`record.ip_address`, range),
        logs: Prisma.sql`lower(record.message) LIKE '%' || lower(${written}) || '%'`,
        events: Prisma.sql`
          ${isWhole}::boolean AND record.id IN (
            SELECT event_id FROM audit_details WHERE ${inRange(Prisma.sql`audit_details.ip_address`, range)})`,
      },
      span,
    ),
);

export const selectIpAddressAccounts = defineQuery(
  'select-address-accounts',
  z.object({
    id: z.string(),
    username: z.string(),
    records: z.number(),
    last_at: z.date(),
    total: z.number(),
  }),
  (range: IpAddressRange) => Prisma.sql`
    SELECT users.id, username, records, last_at, total FROM (
      SELECT user_id, count(*)::int AS records, max(record.created_at) AS last_at, (count(*) OVER ())::int AS total
      FROM ip_records AS record
      WHERE ${inRange(Prisma.sql`record.ip_address`, range)} AND user_id IS NOT NULL
      GROUP BY user_id ORDER BY records DESC, user_id LIMIT ${timelineLimits.accounts}
    ) AS used JOIN users ON users.id = user_id ORDER BY records DESC, username`,
);
