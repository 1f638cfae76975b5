import type { ReportTimeZone, ReportBody } from 'contract/reports/reports.ts';
import { z } from 'zod';
import { bulkActionEnd } from '#audit/bulk-actions.queries.ts';
import { type EventViewer, isHiddenAction } from '#audit/flag-events.ts';
import { isFlaggedVisible } from '#domain/flags/flags.queries.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';

/** The starts of the previous range of the same length and of each interval from `from`, then the end. */
export const selectIntervals = defineQuery(
  'select-report-intervals',
  z.object({ start: z.date() }),
  ({ from, to, interval, time_zone }: z.output<typeof ReportBody>) => {
    const [first, end] = [Prisma.sql`${from}::date`, Prisma.sql`(${to}::date + 1)`];
    const step = Prisma.sql`('1 ' || ${interval})::interval`;
    return Prisma.sql`
    SELECT (${first} - (${end} - ${first}))::timestamp AT TIME ZONE ${time_zone} AS start
    UNION SELECT ${first}::timestamp AT TIME ZONE ${time_zone}
    UNION SELECT ${end}::timestamp AT TIME ZONE ${time_zone}
    UNION SELECT start FROM (
      SELECT moment AS start FROM generate_series(
        ${first}::timestamp AT TIME ZONE ${time_zone}, ${end}::timestamp AT TIME ZONE ${time_zone}, '1 hour') AS moment
      WHERE ${interval} = 'hour'
      UNION ALL
      SELECT moment AT TIME ZONE ${time_zone} FROM generate_series(
        date_trunc(${interval}, ${first}::timestamp), ${end}::timestamp, ${step}) AS moment
      WHERE ${interval} <> 'hour' AND moment > ${first}
    ) AS starts WHERE start < ${end}::timestamp AT TIME ZONE ${time_zone}
    ORDER BY start`;
  },
);

/** Intervals in order. Interval 0 is the time before the first one. */
export interface Range {
  /** The last audit event in the rollup. */
  rolledId: string;
  previousStart: Date;
  /** The first element is the start of the range. */
  starts: Date[];
  end: Date;
  timeZone: ReportTimeZone;
}

const Counted = z.object({ key: z.string(), position: z.number(), value: z.number() });

const within = (column: Prisma.Sql, { previousStart, end }: Range) =>
  Prisma.sql`${column} >= ${previousStart} AND ${column} < ${end}`;

const positionOf = (column: Prisma.Sql, { starts }: Range) =>
  Prisma.sql`width_bucket(${column}, ${starts.map((start) => start.toISOString())}::timestamptz[])`;

/** Counts events by action. A row may represent several events. Where the range ends within an hour, the trail has its part of it. */
export const countEvents = defineQuery(
  'count-report-events',
  Counted,
  (range: Range, actions: string[]) => Prisma.sql`
    SELECT action AS key, ${positionOf(Prisma.sql`moment`, range)} AS position, sum(events)::float8 AS value
    FROM (
      SELECT action, hour AS moment, events FROM report_hours
      WHERE action = ANY (${actions}) AND ${within(Prisma.sql`hour`, range)} AND hour <= ${range.end}::timestamptz - interval '1 hour'
      UNION ALL
      SELECT action, created_at, occurrences FROM audit_events
      WHERE (id > ${range.rolledId}::bigint OR created_at >= date_bin('1 hour', ${range.end}, '2000-01-01Z'))
        AND action = ANY (${actions}) AND ${within(Prisma.sql`created_at`, range)}
    ) AS events
    GROUP BY 1, 2`,
);

/** The distinct actors of each interval, and those that are new in the range. */
export const countActiveUsers = defineQuery(
  'count-report-active-users',
  z.object({ position: z.number(), value: z.number(), first_seen: z.number() }),
  (range: Range) => {
    const localDate = (moment: Date) =>
      Prisma.sql`(${moment}::timestamptz AT TIME ZONE ${range.timeZone})::date`;
    const [previousDay, firstDay, endDay] = [
      localDate(range.previousStart),
      localDate(range.starts[0] ?? range.end),
      localDate(range.end),
    ];
    return Prisma.sql`
    WITH starts AS MATERIALIZED (
      SELECT array_agg((moment AT TIME ZONE ${range.timeZone})::date ORDER BY moment) AS days
      FROM unnest(${range.starts.map((start) => start.toISOString())}::timestamptz[]) AS moment
    ), active AS (
      SELECT day, previous_day, users FROM report_activity
      WHERE time_zone = ${range.timeZone} AND day >= ${previousDay} AND day < ${endDay}
      UNION ALL
      SELECT day, previous_day, users
      FROM report_activity_changes(${range.rolledId}::bigint, 9223372036854775807, ${range.timeZone})
      WHERE day >= ${previousDay} AND day < ${endDay}
    ), placed AS (
      SELECT width_bucket(day, days) AS position, days, previous_day, users FROM active CROSS JOIN starts
    )
    SELECT position,
      coalesce(sum(users) FILTER (WHERE previous_day < coalesce(days[nullif(position, 0)], ${previousDay})), 0)::float8
        AS value,
      coalesce(sum(users) FILTER (WHERE position > 0 AND previous_day < ${firstDay}), 0)::float8 AS first_seen
    FROM placed GROUP BY position`;
  },
);

/** The same counts by hour, for the range alone. */
export const countActiveByHour = defineQuery(
  'count-report-active-by-hour',
  z.object({ position: z.number(), value: z.number() }),
  (range: Range) => Prisma.sql`
    SELECT ${positionOf(Prisma.sql`created_at`, range)} AS position, count(DISTINCT actor_id)::float8 AS value
    FROM audit_events
    WHERE created_at >= ${range.starts[0] ?? range.end} AND created_at < ${range.end} AND actor_id IS NOT NULL
      AND NOT ${isHiddenAction(Prisma.sql`audit_events`)} AND action <> ${bulkActionEnd}
    GROUP BY 1`,
);

export const countRecords = defineQuery(
  'count-report-records',
  Counted,
  (range: Range) => Prisma.sql`
    SELECT CASE level WHEN 'WARNING' THEN 'log_warnings' ELSE 'log_errors' END AS key,
      ${positionOf(Prisma.sql`created_at`, range)} AS position, count(*)::float8 AS value
    FROM log_records
    WHERE level IN ('WARNING', 'ERROR', 'CRITICAL') AND ${within(Prisma.sql`created_at`, range)} GROUP BY 1, 2
    UNION ALL
    SELECT 'calculations', ${positionOf(Prisma.sql`created_at`, range)}, count(*)::float8
    FROM calculations WHERE ${within(Prisma.sql`created_at`, range)} GROUP BY 2
    UNION ALL
    SELECT 'quiz_attempts', ${positionOf(Prisma.sql`finished_at`, range)}, count(*)::float8
    FROM quiz_attempts WHERE ${within(Prisma.sql`finished_at`, range)} GROUP BY 2`,
);

/** The flags of the range that the viewer may see. The median is that of all rows. */
export const countFlags = defineQuery(
  'count-report-flags',
  z.object({
    reason: z.string(),
    outcome: z.string().nullable(),
    flags: z.int(),
    median_hours: z.number().nullable(),
  }),
  (viewer: EventViewer, { starts, end }: Range) => Prisma.sql`
    WITH flag AS MATERIALIZED (
      SELECT reason, outcome, extract(epoch FROM answered_at - flags.created_at)::float8 / 3600 AS hours
      FROM flags JOIN users AS flagged ON flagged.id = flags.user_id
        LEFT JOIN flag_answers ON flag_answers.id = answer_id
      WHERE flags.created_at >= ${starts[0] ?? end} AND flags.created_at < ${end} AND ${isFlaggedVisible(viewer)}
    )
    SELECT reason, outcome, count(*)::int AS flags,
           (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY hours) FROM flag) AS median_hours
    FROM flag GROUP BY reason, outcome ORDER BY reason, outcome NULLS FIRST`,
);

const TopRow = z.object({ name: z.string(), value: z.number() });

/** A deleted user has only an id. */
export const selectBusiestUsers = defineQuery(
  'select-report-busiest-users',
  TopRow.extend({ user_id: z.string() }),
  ({ starts, end }: Range, rows: number) => Prisma.sql`
    SELECT coalesce(username, actor_id::text) AS name, value, actor_id AS user_id FROM (
      SELECT actor_id, count(*)::float8 AS value FROM audit_events
      WHERE action = 'login' AND actor_id IS NOT NULL AND created_at >= ${starts[0] ?? end} AND created_at < ${end}
      GROUP BY actor_id ORDER BY value DESC, actor_id LIMIT ${rows}
    ) AS busiest LEFT JOIN users ON users.id = actor_id
    ORDER BY value DESC, name`,
);

export const selectFailingIpAddresses = defineQuery(
  'select-report-failing-ip-addresses',
  TopRow,
  ({ starts, end }: Range, rows: number) => Prisma.sql`
    SELECT ip_address AS name, count(*)::float8 AS value FROM ip_records
    WHERE action = 'login_failed' AND created_at >= ${starts[0] ?? end} AND created_at < ${end}
    GROUP BY ip_address ORDER BY value DESC, name LIMIT ${rows}`,
);

/**
 * Locks the progress and selects the events that are final, because no open transaction can precede
 * them. Events of a restored database, whose transaction counter restarted, are checked again.
 */
export const lockProgress = defineQuery(
  'lock-report-progress',
  z.object({ rolled_id: z.string(), next_id: z.string(), is_certain: z.boolean(), is_restored: z.boolean() }),
  () => Prisma.sql`
    SELECT rolled_id::text, next_id::text,
      pg_snapshot_xmin(pg_current_snapshot()) >= next_end_transaction AS is_certain,
      pg_snapshot_xmax(pg_current_snapshot()) < next_end_transaction AS is_restored
    FROM report_progress FOR UPDATE`,
);

export const rollUpHours = defineQuery(
  'roll-up-report-hours',
  noRow,
  (afterId: string, upToId: string, actions: string[]) => Prisma.sql`
    INSERT INTO report_hours AS rolled (action, hour, events)
    SELECT action, date_bin('1 hour', created_at, '2000-01-01Z'), sum(occurrences) FROM audit_events
    WHERE id > ${afterId}::bigint AND id <= ${upToId}::bigint AND action = ANY (${actions})
    GROUP BY 1, 2
    ON CONFLICT (action, hour) DO UPDATE SET events = rolled.events + excluded.events`,
);

export const rollUpActivity = defineQuery(
  'roll-up-report-activity',
  noRow,
  (afterId: string, upToId: string, timeZone: string) => Prisma.sql`
    INSERT INTO report_activity AS rolled (time_zone, day, previous_day, users)
    SELECT ${timeZone}, day, previous_day, users
    FROM report_activity_changes(${afterId}::bigint, ${upToId}::bigint, ${timeZone})
    ON CONFLICT (time_zone, day, previous_day) DO UPDATE SET users = rolled.users + excluded.users`,
);

/** Events with ids up to here are final when the currently open transactions have ended. */
export const setNextProgress = defineQuery(
  'set-next-report-progress',
  noRow,
  () => Prisma.sql`
    UPDATE report_progress SET next_id = (SELECT coalesce(max(id), 0) FROM audit_events),
      next_end_transaction = pg_snapshot_xmax(pg_current_snapshot())`,
);
