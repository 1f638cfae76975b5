import { TimelineEntry, timelineLimits } from 'contract/audit/audit.ts';
import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { eventId, type EventViewer, isVisibleTo } from '#audit/flag-events.ts';
import { refusalsOfRightPassword } from '#auth/credentials/credentials.ts';
import { failuresBefore } from '#domain/accounts/accounts.queries.ts';
import { bulkActionEnd } from '#audit/bulk-actions.queries.ts';
import type { IpAddressRange } from '#platform/ip-addresses.ts';
import { defineQuery } from '#platform/database/query.ts';

const Entry = TimelineEntry.omit({ network: true, sources: true, run: true }).extend({
  created_at: z.date(),
  sources: z.array(z.string()),
  run_count: z.int(),
  run_first_at: z.date(),
  run_addresses: z.int(),
  since: z.date().nullable(),
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

/** Refused with the right password, which somebody has found. */
const isFound = (message: Prisma.Sql) =>
  Prisma.sql`${message} LIKE ANY (${refusalsOfRightPassword.map((reason) => `% failed: ${reason}.`)}::text[])`;

/** Whether a record before the cut is not among the listed ones. */
const isUnlisted = (table: string, where: Prisma.Sql, listed: string) => Prisma.sql`
  EXISTS (SELECT FROM ${Prisma.raw(table)} AS record WHERE ${where} AND record.created_at < (SELECT since FROM cut)
    AND record.id NOT IN (SELECT id FROM ${Prisma.raw(listed)}))`;

interface Sources {
  ips: Prisma.Sql;
  logs: Prisma.Sql;
  events: Prisma.Sql;
}

/**
 * The latest records of each kind, back to the same time, and the latest ones that are no failed sign-ins, or that needed the
 * right password, which no number of failures hides. One transaction gives all records of an event the same time, by which they
 * are merged. Neighbours of the same event and account are a run.
 */
function timeline({ ips, logs, events }: Sources, { limit, offset, kind, fold, run, viewer }: Span) {
  const merges = fold !== null || run !== null;
  const folds = fold === 'runs' || run !== null;
  const most = merges ? timelineLimits.foldedEntries : timelineLimits.entries;
  const latest = (table: Prisma.Sql, where: Prisma.Sql, rows: number = most + 1) => Prisma.sql`
    (SELECT record.* FROM ${table} AS record WHERE ${where} ORDER BY record.created_at DESC, record.id DESC LIMIT ${rows})`;
  // Events are merged before those with a record of the kind are chosen.
  const isRead = (name: TimelineEntry['kind']) =>
    Prisma.sql`${merges || kind === null || kind === name}::boolean`;
  const ofIps = Prisma.sql`${isRead('ip')} AND ${ips}`;
  const ofLogs = Prisma.sql`${isRead('log')} AND ${logs}`;
  const ofEvents = Prisma.sql`
    ${isRead('audit')} AND (${events}) AND record.action <> ${bulkActionEnd} AND ${isVisibleTo(viewer)}`;
  const others = timelineLimits.entries;
  return Prisma.sql`
    WITH latest_ip AS ${latest(Prisma.sql`ip_records`, ofIps)}, latest_log AS ${latest(Prisma.sql`log_records`, ofLogs)},
    latest_event AS ${latest(Prisma.sql`audit_events`, ofEvents)}, cut AS (
      SELECT max(times[${most}]) AS since FROM (
        SELECT array_agg(created_at ORDER BY created_at DESC) AS times FROM latest_ip
        UNION ALL SELECT array_agg(created_at ORDER BY created_at DESC) FROM latest_log
        UNION ALL SELECT array_agg(created_at ORDER BY created_at DESC) FROM latest_event
      ) AS latest WHERE cardinality(times) > ${most}
    ), ip AS (
      SELECT latest_ip.* FROM latest_ip, cut WHERE created_at >= coalesce(since, '-infinity')
      UNION ${latest(Prisma.sql`ip_records`, Prisma.sql`${ofIps} AND record.action <> 'login_failed'`, others)}
      UNION (SELECT record.* FROM log_records AS refusal JOIN ip_records AS record
               ON record.created_at = refusal.created_at AND record.user_id = refusal.user_id
             WHERE EXISTS (SELECT FROM cut WHERE since IS NOT NULL) AND ${isFound(Prisma.sql`refusal.message`)} AND ${ofIps}
             ORDER BY record.created_at DESC LIMIT ${others})
    ), log AS (
      SELECT latest_log.* FROM latest_log, cut WHERE created_at >= coalesce(since, '-infinity')
      UNION ${latest(Prisma.sql`log_records`, Prisma.sql`${ofLogs} AND (record.message NOT LIKE 'Sign-in as % failed: %' OR ${isFound(Prisma.sql`record.message`)})`, others)}
      UNION SELECT record.* FROM ip JOIN log_records AS record
        ON record.created_at = ip.created_at AND record.user_id IS NOT DISTINCT FROM ip.user_id
      WHERE ${merges}::boolean
    ), event AS (
      SELECT latest_event.* FROM latest_event, cut WHERE created_at >= coalesce(since, '-infinity')
      UNION ${latest(Prisma.sql`audit_events`, Prisma.sql`${ofEvents} AND record.action <> 'login_failed'`, others)}
    ), record AS (
      SELECT id::text, 'ip' AS kind, created_at, action, ip_address, user_id, NULL AS actor_id,
             NULL AS message, NULL AS level, true AS is_of_subject FROM ip
      UNION ALL
      SELECT id::text, 'log', created_at, NULL, NULL, user_id, NULL, message, level, ${logs} FROM log AS record
      UNION ALL
      SELECT ${eventId(Prisma.sql`event`)}, 'audit', created_at, action, details.ip_address, target_id, actor_id::text, NULL, NULL, true
      FROM event LEFT JOIN audit_details AS details ON details.event_id = event.id
    ), marked AS (
      SELECT *, kind <> 'audit' OR action = coalesce(max(action) FILTER (WHERE kind = 'ip') OVER same, action) AS is_of_action
      FROM record WINDOW same AS (PARTITION BY user_id, created_at)
    ), numbered AS (
      SELECT *, CASE WHEN ${merges}::boolean
             THEN row_number() OVER (PARTITION BY user_id, created_at, is_of_action, kind ORDER BY id)
             ELSE row_number() OVER () END AS number FROM marked
    ), entry AS (
      SELECT coalesce(max(id) FILTER (WHERE kind = ${kind}), max(id) FILTER (WHERE kind = 'ip'),
                      max(id) FILTER (WHERE kind = 'log'), max(id)) AS id,
             coalesce(${kind}, CASE WHEN bool_or(kind = 'ip') THEN 'ip' WHEN bool_or(kind = 'log') THEN 'log' ELSE 'audit' END) AS kind,
             created_at, coalesce(max(action) FILTER (WHERE kind = 'ip'), max(action)) AS action,
             coalesce(max(ip_address) FILTER (WHERE kind = 'ip'), max(ip_address)) AS ip_address,
             user_id, max(actor_id)::uuid AS actor_id, max(message) AS message, max(level) AS level,
             array_agg(kind ORDER BY kind = 'audit', kind) AS sources
      FROM numbered GROUP BY user_id, created_at, is_of_action, number
      HAVING bool_or(is_of_subject) AND (${kind}::text IS NULL OR bool_or(kind = ${kind}))
    ), keyed AS (
      SELECT *, CASE WHEN NOT ${folds}::boolean OR created_at < since OR actor_id <> user_id OR actor_id IS NOT NULL AND user_id IS NULL
                       OR ${isFound(Prisma.sql`message`)} THEN NULL
                     WHEN action IN ${foldedActions} OR action IS NULL AND level <> 'INFO' THEN
                       concat_ws(E'\\n', action, message, user_id) END AS key
      FROM entry, cut
    ), started AS (
      SELECT *, row_number() OVER latest AS position, sum(cardinality(sources)) OVER () AS records,
             key IS NULL OR key IS DISTINCT FROM lag(key) OVER latest AS is_start
      FROM keyed WINDOW latest AS (ORDER BY created_at DESC, kind, id DESC)
    ), placed AS (
      SELECT *, count(*) FILTER (WHERE is_start) OVER (ORDER BY position) AS run_number FROM started
    ), counted AS (
      SELECT *, count(*) OVER same AS run_count, min(created_at) OVER same AS run_first_at,
             row_number() OVER (same ORDER BY position) AS run_place
      FROM placed WINDOW same AS (PARTITION BY run_number)
    ), page AS (
      SELECT *, count(*) OVER () AS total FROM counted
      WHERE CASE WHEN ${run}::text IS NULL THEN run_place = 1 OR run_count < ${timelineLimits.runLength}
                 ELSE run_number = (SELECT run_number FROM counted WHERE id = ${run}) END
      ORDER BY position LIMIT ${limit} OFFSET ${offset}
    ), spread AS (
      SELECT run_number, count(DISTINCT ip_address) AS addresses FROM placed
      WHERE run_number IN (SELECT run_number FROM page) GROUP BY run_number
    )
    SELECT page.id, kind, page.created_at, page.action, page.ip_address, users.username AS user, page.user_id,
           actor.username AS actor, page.message, page.level, page.sources, page.run_count::int, page.run_first_at,
           spread.addresses::int AS run_addresses, failed.failures AS failures_before,
           CASE WHEN ${isUnlisted('ip_records', ofIps, 'ip')} OR ${isUnlisted('log_records', ofLogs, 'log')}
                  OR ${isUnlisted('audit_events', ofEvents, 'event')} THEN page.since END AS since, page.records::int, page.total::int
    FROM page JOIN spread USING (run_number)
    LEFT JOIN users ON users.id = page.user_id LEFT JOIN users AS actor ON actor.id = page.actor_id
    LEFT JOIN LATERAL (
      ${failuresBefore(
        Prisma.sql`
          (page.action = 'login' OR ${isFound(Prisma.sql`page.message`)})
          AND record.user_id = page.user_id AND record.ip_address = page.ip_address
          AND created_at BETWEEN page.created_at - interval '24 hours' AND page.created_at`,
        Prisma.sql`record.action = 'login' OR record.created_at = page.created_at`,
      )}
    ) AS failed ON failed.login_at = page.created_at
    ORDER BY position`;
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

/** 203.0.113.7, but not in 203.0.113.77 or 203.0.113.7/28. A port may follow an IPv4 address. */
function wholeIpAddress(written: string): string {
  const text = written.replaceAll('.', '\\.');
  return written.includes(':')
    ? `(?<![0-9a-f:])${text}(?!:?[0-9a-f]|::|/[0-9])`
    : `(?<![0-9.])${text}(?!\\.?[0-9]|/[0-9])`;
}

/** `isWhole` includes the audit events from the IP address. */
export const selectIpAddressTimeline = defineQuery(
  'select-address-timeline',
  Entry,
  (range: IpAddressRange, written: string, isWhole: boolean, span: Span) =>
    timeline(
      {
        ips: inRange(Prisma.sql`record.ip_address`, range),
        // The first condition has an index.
        logs: Prisma.sql`
          lower(record.message) LIKE '%' || lower(${written}) || '%' AND record.message ~* ${wholeIpAddress(written)}`,
        events: Prisma.sql`
          ${isWhole}::boolean AND record.id IN (
            SELECT event_id FROM audit_details WHERE ${inRange(Prisma.sql`audit_details.ip_address`, range)})`,
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
