import { TimelineEntry, timelineLimits } from 'contract/audit/audit.ts';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { eventId, type EventViewer, isVisibleTo } from '#audit/flag-events.ts';
import { failuresBefore } from '#domain/accounts/failures-before.ts';
import { bulkActionEnd } from '#audit/bulk-actions.queries.ts';
import type { IpAddressRange } from '#platform/ip-addresses.ts';
import { defineQuery } from '#platform/database/query.ts';

const Entry = TimelineEntry.omit({ network: true, sources: true, run: true }).extend({
  created_at: z.date(),
  sources: z.array(z.string()),
  run_count: z.int(),
  run_first_at: z.date(),
  records: z.int(),
  total: z.int(),
});
export type Entry = z.output<typeof Entry>;

interface Span {
  limit: number;
  offset: number;
  /** Null for all kinds. */
  kind: TimelineEntry['kind'] | null;
  /** Null for the records as they are. */
  fold: 'events' | 'runs' | null;
  /** An entry in whose place those of its run are read. */
  run: string | null;
  viewer: EventViewer;
}

/** Neither a successful sign-in nor what changes an account. */
const foldedActions = Prisma.sql`('login_failed', 'logout', 'password_reset_request')`;

interface Sources {
  ips: Prisma.Sql;
  logs: Prisma.Sql;
  events: Prisma.Sql;
  /** Whether the log records of the same transactions as the IP records belong to them, whatever their message. */
  addsLogs: boolean;
}

/**
 * The latest records of each kind, merged. One transaction gives all records of an event the same time; those of an account in the same
 * second are paired in their order. Neighbours of the same event, account and IP address are a run. No number of later records hides
 * a successful sign-in.
 */
function timeline(
  { ips, logs, events, addsLogs }: Sources,
  { limit, offset, kind, fold, run, viewer }: Span,
): Prisma.Sql {
  const merges = Prisma.sql`${fold !== null || run !== null}::boolean`;
  const folds = Prisma.sql`${fold === 'runs' || run !== null}::boolean`;
  const most = fold === null && run === null ? timelineLimits.entries : timelineLimits.foldedEntries;
  const isOf = (name: TimelineEntry['kind']) => Prisma.sql`${kind === null || kind === name}::boolean`;
  return Prisma.sql`
    WITH ip AS (
      (SELECT id, user_id, ip_address, action, created_at FROM ip_records AS record WHERE ${isOf('ip')} AND ${ips}
       ORDER BY created_at DESC, id DESC LIMIT ${most})
      UNION
      (SELECT id, user_id, ip_address, action, created_at FROM ip_records AS record
       WHERE ${merges} AND ${isOf('ip')} AND action = 'login' AND ${ips}
       ORDER BY created_at DESC, id DESC LIMIT ${timelineLimits.entries})
    ), log AS (
      (SELECT id, user_id, message, level, created_at FROM log_records AS record WHERE ${isOf('log')} AND ${logs}
       ORDER BY created_at DESC, id DESC LIMIT ${most})
      UNION
      SELECT record.id, record.user_id, message, level, record.created_at FROM ip JOIN log_records AS record
        ON record.created_at = ip.created_at AND record.user_id IS NOT DISTINCT FROM ip.user_id
      WHERE ${merges} AND ${addsLogs}::boolean AND ${isOf('log')}
    ), event AS (
      SELECT id, details_hash, actor_id, target_id, action, created_at FROM audit_events AS record
      WHERE ${isOf('audit')} AND (${events}) AND action <> ${bulkActionEnd} AND ${isVisibleTo(viewer)}
      ORDER BY created_at DESC, id DESC LIMIT ${most}
    ), record AS (
      SELECT id::text, 'ip' AS kind, created_at, action, ip_address, user_id, NULL AS actor_id,
             NULL AS message, NULL AS level FROM ip
      UNION ALL
      SELECT id::text, 'log', created_at, NULL, NULL, user_id, NULL, message, level FROM log
      UNION ALL
      SELECT ${eventId(Prisma.sql`event`)}, 'audit', created_at, action, details.ip_address, target_id, actor_id::text, NULL, NULL
      FROM event LEFT JOIN audit_details AS details ON details.event_id = event.id
    ), marked AS (
      SELECT *, min(kind) OVER same <> max(kind) OVER same AS is_paired,
             coalesce(max(action) FILTER (WHERE kind = 'ip') OVER same, action) = action AS is_of_action
      FROM record WINDOW same AS (PARTITION BY user_id, created_at)
    ), placed AS (
      SELECT *, CASE WHEN is_paired THEN created_at ELSE date_trunc('second', created_at) END AS moment,
             ${merges} AND (kind <> 'audit' OR is_paired AND is_of_action) AS is_merged FROM marked
    ), numbered AS (
      SELECT *, CASE WHEN is_merged
             THEN row_number() OVER (PARTITION BY user_id, moment, is_paired, is_merged, kind ORDER BY created_at, id)
             ELSE -row_number() OVER () END AS number FROM placed
    ), entry AS (
      SELECT coalesce(max(id) FILTER (WHERE kind = 'ip'), max(id) FILTER (WHERE kind = 'log'), max(id)) AS id,
             CASE WHEN bool_or(kind = 'ip') THEN 'ip' WHEN bool_or(kind = 'log') THEN 'log' ELSE 'audit' END AS kind,
             coalesce(max(created_at) FILTER (WHERE kind = 'ip'), max(created_at)) AS created_at,
             coalesce(max(action) FILTER (WHERE kind = 'ip'), max(action)) AS action,
             coalesce(max(ip_address) FILTER (WHERE kind = 'ip'), max(ip_address)) AS ip_address,
             user_id, max(actor_id)::uuid AS actor_id, max(message) AS message, max(level) AS level,
             array_agg(kind ORDER BY kind = 'audit', kind) AS sources
      FROM numbered GROUP BY user_id, moment, is_paired, number
    ), keyed AS (
      SELECT *, CASE WHEN NOT ${folds} OR actor_id IS DISTINCT FROM user_id AND actor_id IS NOT NULL THEN NULL
                     WHEN action IN ${foldedActions} THEN action
                     WHEN action IS NULL AND level <> 'INFO' THEN level || message END AS key
      FROM entry
    ), started AS (
      SELECT *, row_number() OVER latest AS position, lag(created_at) OVER latest AS later_at,
             key IS NULL OR (key, user_id, ip_address) IS DISTINCT FROM
               (lag(key) OVER latest, lag(user_id) OVER latest, lag(ip_address) OVER latest) AS is_start
      FROM keyed WINDOW latest AS (ORDER BY created_at DESC, kind, id DESC)
    ), counted AS (
      SELECT *, count(*) FILTER (WHERE is_start) OVER (latest ROWS UNBOUNDED PRECEDING) AS run_number,
             is_start OR lag(is_start) OVER latest AND coalesce(lead(is_start) OVER latest, true) AS is_alone,
             count(*) OVER () AS entries, sum(cardinality(sources)) OVER () AS records, min(created_at) OVER () AS first_at
      FROM started WINDOW latest AS (ORDER BY created_at DESC, kind, id DESC)
    ), measured AS (
      SELECT *, coalesce(lead(position) OVER latest, entries + 1) - position AS run_count,
             coalesce(lead(later_at) OVER latest, first_at) AS run_first_at
      FROM counted WHERE CASE WHEN ${run === null}::boolean THEN is_alone
                              ELSE run_number = (SELECT run_number FROM counted WHERE id = ${run}::text) END
      WINDOW latest AS (ORDER BY created_at DESC, kind, id DESC)
    ), page AS (
      SELECT *, count(*) OVER () AS total FROM measured
      ORDER BY created_at DESC, kind, id DESC LIMIT ${limit} OFFSET ${offset}
    )
    SELECT page.id, kind, page.created_at, page.action, page.ip_address, users.username AS user, page.user_id,
           actor.username AS actor, page.message, page.level, page.sources, page.run_count::int, page.run_first_at,
           failed.failures AS failures_before, page.records::int, page.total::int
    FROM page LEFT JOIN users ON users.id = page.user_id LEFT JOIN users AS actor ON actor.id = page.actor_id
    LEFT JOIN LATERAL (
      ${failuresBefore(Prisma.sql`
        page.action = 'login' AND record.user_id = page.user_id AND record.ip_address = page.ip_address
        AND created_at BETWEEN page.created_at - interval '24 hours' AND page.created_at`)}
    ) AS failed ON failed.login_at = page.created_at
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
        addsLogs: false,
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
        addsLogs: true,
      },
      span,
    ),
);

/** The accounts with the most records, and sums of all records of the IP address, also of those without an account. */
export const selectIpAddressAccounts = defineQuery(
  'select-address-accounts',
  z.object({
    id: z.string().nullable(),
    username: z.string().nullable(),
    records: z.int(),
    failed: z.int(),
    signed_in: z.int(),
    last_at: z.date(),
    total: z.int(),
    all_failed: z.int(),
    all_signed_in: z.int(),
  }),
  (range: IpAddressRange) => Prisma.sql`
    SELECT user_id AS id, username, records, failed, signed_in, last_at, total, all_failed, all_signed_in FROM (
      SELECT *, (count(user_id) OVER ())::int AS total, (sum(failed) OVER ())::int AS all_failed,
             (sum(signed_in) OVER ())::int AS all_signed_in
      FROM (
        SELECT user_id, count(*)::int AS records, max(record.created_at) AS last_at,
               (count(*) FILTER (WHERE action = 'login_failed'))::int AS failed,
               (count(*) FILTER (WHERE action = 'login'))::int AS signed_in
        FROM ip_records AS record WHERE ${inRange(Prisma.sql`record.ip_address`, range)} GROUP BY user_id
      ) AS used
      ORDER BY user_id IS NOT NULL, records DESC, user_id LIMIT ${timelineLimits.accounts + 1}
    ) AS most LEFT JOIN users ON users.id = user_id ORDER BY records DESC, username`,
);
