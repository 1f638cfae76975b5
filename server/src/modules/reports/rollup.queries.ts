import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';

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
