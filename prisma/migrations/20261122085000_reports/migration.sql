-- A rollup of the audit trail for the reports: its events up to `rolled_id`. Ids are drawn before a commit, so no event
-- up to `next_id` can appear any more once every transaction of that moment's snapshot has ended.
CREATE TABLE "report_progress" (
    "id" INTEGER NOT NULL,
    "rolled_id" BIGINT NOT NULL,
    "next_id" BIGINT NOT NULL,
    "next_end_transaction" xid8 NOT NULL,
    CONSTRAINT "report_progress_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "report_progress_one_check" CHECK ("id" = 1)
);
INSERT INTO "report_progress" ("id", "rolled_id", "next_id", "next_end_transaction")
    VALUES (1, 0, 0, pg_snapshot_xmax(pg_current_snapshot()));

-- Of the actions that are counted, by hours in UTC, of which every interval of both time zones is a union.
CREATE TABLE "report_hours" (
    "action" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "events" BIGINT NOT NULL,
    CONSTRAINT "report_hours_pkey" PRIMARY KEY ("action", "hour")
);

-- How many were active on a day, and on the previous day before: the different actors of any days from A to B are those
-- whose previous day lies before A. Without one it is -infinity.
CREATE TABLE "report_activity" (
    "time_zone" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "previous_day" DATE NOT NULL,
    "users" BIGINT NOT NULL,
    CONSTRAINT "report_activity_pkey" PRIMARY KEY ("time_zone", "day", "previous_day")
);

-- What the events after `after_id`, up to `up_to_id`, change in that table. An event may be older than others before it.
CREATE FUNCTION "report_activity_changes"("after_id" bigint, "up_to_id" bigint, "zone" text)
    RETURNS TABLE ("day" date, "previous_day" date, "users" bigint) LANGUAGE sql STABLE AS $$
    WITH actors AS (
        SELECT actor_id, min(created_at AT TIME ZONE zone)::date AS first_day FROM audit_events
        WHERE id > after_id AND id <= up_to_id AND actor_id IS NOT NULL GROUP BY actor_id
    ), active AS (
        SELECT actors.actor_id, actors.first_day, days.day, days.is_rolled FROM actors CROSS JOIN LATERAL (
            (SELECT (created_at AT TIME ZONE zone)::date AS day, bool_or(id <= after_id) AS is_rolled FROM audit_events
             WHERE actor_id = actors.actor_id AND id <= up_to_id
                 AND created_at >= actors.first_day::timestamp AT TIME ZONE zone
             GROUP BY 1)
            UNION ALL
            (SELECT (created_at AT TIME ZONE zone)::date, true FROM audit_events
             WHERE actor_id = actors.actor_id AND id <= up_to_id
                 AND created_at < actors.first_day::timestamp AT TIME ZONE zone
             ORDER BY created_at DESC LIMIT 1)
        ) AS days
    ), ordered AS (
        SELECT active.day, first_day, is_rolled, lag(active.day) OVER by_day AS previous_day,
            max(active.day) FILTER (WHERE is_rolled) OVER (by_day ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
                AS rolled_previous_day
        FROM active WINDOW by_day AS (PARTITION BY actor_id ORDER BY active.day)
    ), changes AS (
        SELECT ordered.day, ordered.previous_day, 1 AS change FROM ordered WHERE ordered.day >= first_day
        UNION ALL
        SELECT ordered.day, rolled_previous_day, -1 FROM ordered WHERE ordered.day >= first_day AND is_rolled
    )
    SELECT changes.day, coalesce(changes.previous_day, '-infinity'), sum(change)::bigint FROM changes
    GROUP BY 1, 2 HAVING sum(change) <> 0
$$;

-- Top lists read one range of the trail, or of the records, in the order of whom they count.
CREATE INDEX "audit_events_sign_ins_idx" ON "audit_events" ("actor_id", "created_at") WHERE "action" = 'login';
CREATE INDEX "ip_records_failures_idx" ON "ip_records" ("ip_address", "created_at") WHERE "action" = 'login_failed';
CREATE INDEX "calculations_created_at_idx" ON "calculations" ("created_at");

-- Up to when the retention has removed the records of a list. It may have been shorter once than it is now.
CREATE TABLE "removed_records" (
    "list" TEXT NOT NULL,
    "removed_before" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "removed_records_pkey" PRIMARY KEY ("list")
);
