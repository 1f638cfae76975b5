-- As before, but without the ends of bulk actions, which have the actor of the begin: that of an export of the events of flags would tell of
-- it.
CREATE OR REPLACE FUNCTION "report_activity_changes"("after_id" bigint, "up_to_id" bigint, "zone" text)
    RETURNS TABLE ("day" date, "previous_day" date, "users" bigint) LANGUAGE sql STABLE AS $$
    WITH actors AS (
        SELECT actor_id, min(created_at AT TIME ZONE zone)::date AS first_day FROM audit_events
        WHERE id > after_id AND id <= up_to_id AND actor_id IS NOT NULL
            AND action <> ALL (ARRAY['createFlag', 'getFlag', 'answerFlag', 'flag_events_view', 'flag_events_export', 'bulk_action_end']) GROUP BY actor_id
    ), active AS (
        SELECT actors.actor_id, actors.first_day, days.day, days.is_rolled FROM actors CROSS JOIN LATERAL (
            (SELECT (created_at AT TIME ZONE zone)::date AS day, bool_or(id <= after_id) AS is_rolled FROM audit_events
             WHERE actor_id = actors.actor_id AND id <= up_to_id
                 AND created_at >= actors.first_day::timestamp AT TIME ZONE zone
                 AND action <> ALL (ARRAY['createFlag', 'getFlag', 'answerFlag', 'flag_events_view', 'flag_events_export', 'bulk_action_end'])
             GROUP BY 1)
            UNION ALL
            (SELECT (created_at AT TIME ZONE zone)::date, true FROM audit_events
             WHERE actor_id = actors.actor_id AND id <= up_to_id
                 AND created_at < actors.first_day::timestamp AT TIME ZONE zone
                 AND action <> ALL (ARRAY['createFlag', 'getFlag', 'answerFlag', 'flag_events_view', 'flag_events_export', 'bulk_action_end'])
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
