import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, noRow } from '#platform/database/query.ts';

/** Networks with many failed sign-ins, or with failed sign-ins to many accounts, in the last minutes. */
export const selectAttacks = defineQuery(
  'select-attacks',
  z.object({ network: z.string(), failures: z.int(), accounts: z.int() }),
  ({ minutes, failures, accounts }: { minutes: number; failures: number; accounts: number }) => Prisma.sql`
    SELECT network::text AS network, count(*)::int AS failures, count(DISTINCT user_id)::int AS accounts
    FROM (
      SELECT user_id, network(set_masklen(address, CASE family(address) WHEN 4 THEN 24 ELSE 48 END)) AS network
      FROM (
        SELECT user_id, address_of(ip_address) AS address FROM ip_records
        WHERE action = 'login_failed' AND created_at >= now() - ${minutes}::int * interval '1 minute'
      ) AS failed
      WHERE address IS NOT NULL
    ) AS failed_from
    GROUP BY network HAVING count(*) >= ${failures}::int OR count(DISTINCT user_id) >= ${accounts}::int
    ORDER BY count(*) DESC`,
);

/** What differs between errors of one kind: numbers and identifiers. Names stay, such as those of a column or a task. */
const varying = [
  String.raw`[\w.+-]+@[\w.-]+\.[A-Za-z]{2,}`,
  // A word with a digit, and the numbers that follow it: 12.5s, 10.0.0.1:5432, 2026-11-30T12:00Z.
  String.raw`\w*\d\w*([.,:-]\d\w*)*`,
  // UUID, hash.
  String.raw`\y[0-9A-Fa-f]{8,}(-[0-9A-Fa-f]{4,})*\y`,
  // IPv6. Without a digit it may be a name, such as `a::b`.
  String.raw`(?<!\w)(?=[:A-Fa-f]*\d)[0-9A-Fa-f]{0,4}(:[0-9A-Fa-f]{0,4}){2,7}(?!\w)`,
  // The random end of a temporary folder. One upper-case letter at its start makes a name, such as `en-Latest`.
  String.raw`(?<=/[\w.-]*-)(?=[A-Za-z][a-z]*[A-Z])(?=[A-Z]*[a-z])[A-Za-z]{6}(?![\w.-])`,
].join('|');

/** The errors of the last minutes by kind: the first line without what differs. */
export const selectErrorKinds = defineQuery(
  'select-error-kinds',
  z.object({ key: z.string(), message: z.string() }),
  (minutes: number) => Prisma.sql`
    SELECT DISTINCT ON (key) key, message
    FROM (
      SELECT regexp_replace(line, ${varying}, '#', 'g') AS key, line AS message
      FROM (
        SELECT left(split_part(message, E'\n', 1), 300) AS line FROM log_records
        WHERE level = 'ERROR' AND created_at >= now() - ${minutes}::int * interval '1 minute'
      ) AS recent
    ) AS kinds
    ORDER BY key, message`,
);

/** The keys whose last alert is older than the pause, and records those as alerted now. */
export const claimAlerts = defineQuery(
  'claim-alerts',
  z.object({ key: z.string() }),
  (kind: string, keys: readonly string[], pauseMinutes: number) => Prisma.sql`
    INSERT INTO alerts AS alert (kind, key) SELECT ${kind}, unnest(${keys}::text[])
    ON CONFLICT (kind, key) DO UPDATE SET last_at = now()
    WHERE alert.last_at <= now() - ${pauseMinutes}::int * interval '1 minute'
    RETURNING key`,
);

/** The errors that did not occur in the pause before. Each occurrence is recorded. */
export const claimNewErrors = defineQuery(
  'claim-new-errors',
  z.object({ key: z.string() }),
  (keys: readonly string[], pauseMinutes: number) => Prisma.sql`
    WITH known AS (
      SELECT key FROM alerts WHERE kind = 'failures' AND last_at > now() - ${pauseMinutes}::int * interval '1 minute'
    ), recorded AS (
      INSERT INTO alerts (kind, key) SELECT 'failures', unnest(${keys}::text[])
      ON CONFLICT (kind, key) DO UPDATE SET last_at = now()
      RETURNING key
    )
    SELECT key FROM recorded WHERE key NOT IN (SELECT key FROM known)`,
);

/** The states that have begun or ended since the last call, in this order. */
export const claimStates = defineQuery(
  'claim-system-states',
  z.object({ key: z.string(), has_begun: z.boolean() }),
  (keys: readonly string[]) => Prisma.sql`
    WITH current AS (
      SELECT unnest(${keys}::text[]) AS key
    ), begun AS (
      INSERT INTO alerts (kind, key) SELECT 'system', key FROM current
      ON CONFLICT DO NOTHING RETURNING key
    ), ended AS (
      DELETE FROM alerts WHERE kind = 'system' AND key NOT IN (SELECT key FROM current) RETURNING key
    )
    SELECT key, true AS has_begun FROM begun UNION ALL SELECT key, false FROM ended`,
);

export const deleteOldAlerts = defineQuery(
  'delete-old-alerts',
  noRow,
  () => Prisma.sql`DELETE FROM alerts WHERE kind <> 'system' AND last_at < now() - interval '2 days'`,
);

/** An event of the last day may wait for its seal for some minutes. The tasks that send emails begin with `send_`. */
export const selectSystemState = defineQuery(
  'select-system-state',
  z.object({
    are_seals_behind: z.boolean(),
    is_mail_late: z.boolean(),
    failing_datasets: z.array(z.string()),
  }),
  (minutes: { seals: number; mail: number }, failures: number) => Prisma.sql`
    SELECT EXISTS (
      SELECT FROM audit_events
      WHERE created_at < now() - ${minutes.seals}::int * interval '1 minute' AND created_at > now() - interval '1 day'
        AND id > (SELECT coalesce(max(last_event_id), 0) FROM audit_seals)
    ) AS are_seals_behind, EXISTS (
      SELECT FROM graphile_worker.jobs
      WHERE starts_with(task_identifier, 'send_') AND attempts < max_attempts
        AND created_at < now() - ${minutes.mail}::int * interval '1 minute'
        AND (attempts > 0 OR run_at < now() - ${minutes.mail}::int * interval '1 minute')
    ) AS is_mail_late,
    ARRAY(SELECT slug FROM dataset_refreshes WHERE failures >= ${failures}::int ORDER BY slug) AS failing_datasets`,
);
