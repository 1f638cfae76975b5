-- A relation counts for two users. With a trigger for each side, which locked the users of that side by itself,
-- statements on many relations could wait for one another in a circle. Now one trigger locks the users of both sides
-- before it counts.

-- Adds the rows of a statement to counters of `user_storage`, or takes them off. Arguments, in pairs: a counter, and
-- the column that names its user. Rows are locked at once and in the order of their ids; who locks rows of `users`,
-- too, does so before.
CREATE OR REPLACE FUNCTION "count_user_records"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    -- Counted from 1, every second argument is a column.
    changed_users text := (
        SELECT string_agg(format('SELECT %I FROM changed', argument), ' UNION ')
        FROM unnest(TG_ARGV) WITH ORDINALITY AS arguments(argument, place) WHERE place % 2 = 0
    );
BEGIN
    EXECUTE format('SELECT FROM user_storage WHERE user_id IN (%s) ORDER BY user_id FOR NO KEY UPDATE', changed_users);
    FOR place IN 0 .. TG_NARGS - 1 BY 2 LOOP
        EXECUTE format('UPDATE user_storage SET %1$I = user_storage.%1$I + $1 * counts.records
                        FROM (SELECT %2$I AS user_id, count(*) AS records FROM changed GROUP BY 1) AS counts
                        WHERE user_storage.user_id = counts.user_id', TG_ARGV[place], TG_ARGV[place + 1])
            USING CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
    END LOOP;
    RETURN NULL;
END
$$;

DROP TRIGGER "friend_requests_count_sent" ON "friend_requests";
DROP TRIGGER "friend_requests_count_received" ON "friend_requests";
DROP TRIGGER "friend_requests_uncount_sent" ON "friend_requests";
DROP TRIGGER "friend_requests_uncount_received" ON "friend_requests";
CREATE TRIGGER "friend_requests_count" AFTER INSERT ON "friend_requests" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION
    "count_user_records"('requests_sent', 'from_user_id', 'requests_received', 'to_user_id');
CREATE TRIGGER "friend_requests_uncount" AFTER DELETE ON "friend_requests" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION
    "count_user_records"('requests_sent', 'from_user_id', 'requests_received', 'to_user_id');

DROP TRIGGER "friendships_count_low" ON "friendships";
DROP TRIGGER "friendships_count_high" ON "friendships";
DROP TRIGGER "friendships_uncount_low" ON "friendships";
DROP TRIGGER "friendships_uncount_high" ON "friendships";
CREATE TRIGGER "friendships_count" AFTER INSERT ON "friendships" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION
    "count_user_records"('friends', 'low_user_id', 'friends', 'high_user_id');
CREATE TRIGGER "friendships_uncount" AFTER DELETE ON "friendships" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION
    "count_user_records"('friends', 'low_user_id', 'friends', 'high_user_id');
