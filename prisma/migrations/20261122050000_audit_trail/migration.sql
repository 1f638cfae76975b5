-- The details of an event are two parts, each with a salted hash of its own in the event: what happened to the target,
-- and from where the actor came. An erasure empties the one with the target, the other with the actor.
ALTER TABLE "audit_events"
    ADD COLUMN "client_hash" BYTEA,
    ADD COLUMN "occurrences" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "audit_details"
    ALTER COLUMN "salt" DROP NOT NULL,
    ALTER COLUMN "details" DROP NOT NULL,
    ADD COLUMN "client_salt" BYTEA,
    ADD COLUMN "ip_address" TEXT,
    ADD COLUMN "user_agent" TEXT;

-- Nothing is sealed yet: what is there is divided the same way.
UPDATE "audit_details" SET
    "salt" = decode(replace(gen_random_uuid()::text, '-', ''), 'hex'),
    "details" = ("details"::jsonb - 'ip_address' - 'user_agent')::text,
    "client_salt" = decode(replace(gen_random_uuid()::text, '-', ''), 'hex'),
    "ip_address" = "details"::jsonb ->> 'ip_address',
    "user_agent" = "details"::jsonb ->> 'user_agent'
    WHERE "details"::jsonb ? 'ip_address';
ALTER TABLE "audit_events" DISABLE TRIGGER "audit_events_refuse_change";
UPDATE "audit_events" AS event SET
    "details_hash" = sha256("salt" || convert_to("details", 'UTF8')),
    "client_hash" = sha256("client_salt" || convert_to("ip_address" || E'\n' || "user_agent", 'UTF8'))
    FROM "audit_details" WHERE "event_id" = event."id" AND "client_salt" IS NOT NULL;
ALTER TABLE "audit_events" ENABLE TRIGGER "audit_events_refuse_change";
UPDATE "audit_details" SET "client_salt" = NULL, "ip_address" = NULL, "user_agent" = NULL
    FROM "audit_events" AS event
    WHERE event."id" = "event_id" AND "actor_id" IS NOT NULL AND NOT EXISTS (SELECT FROM "users" WHERE "users"."id" = "actor_id");

-- The sealer takes the events of finished transactions in this order.
CREATE INDEX "audit_events_transaction_id_id_idx" ON "audit_events" ("transaction_id", "id");
DROP INDEX "audit_events_actor_id_id_idx";
DROP INDEX "audit_events_target_id_id_idx";
CREATE INDEX "audit_events_created_at_id_idx" ON "audit_events" ("created_at", "id");
CREATE INDEX "audit_events_action_created_at_id_idx" ON "audit_events" ("action", "created_at", "id");
CREATE INDEX "audit_events_actor_id_created_at_id_idx" ON "audit_events" ("actor_id", "created_at", "id");
CREATE INDEX "audit_events_target_id_created_at_id_idx" ON "audit_events" ("target_id", "created_at", "id");
-- Looking at a user counts once an agent, user and hour.
CREATE UNIQUE INDEX "audit_events_look_key"
    ON "audit_events" ("actor_id", "target_id", date_trunc('hour', "created_at" AT TIME ZONE 'UTC'))
    WHERE "action" IN ('getUser', 'getUserOverview', 'listTimeline');

-- A seal vouches for the events with an id above `after_event_id` whose transaction is one from `first_transaction` up
-- to, but not with, `end_transaction`.
CREATE TABLE "audit_seals" (
    "id" BIGINT NOT NULL,
    "epoch" INTEGER NOT NULL,
    "key_name" TEXT NOT NULL,
    "after_event_id" BIGINT NOT NULL,
    "first_transaction" xid8 NOT NULL,
    "end_transaction" xid8 NOT NULL,
    "last_event_id" BIGINT NOT NULL,
    "events" INTEGER NOT NULL,
    "events_hash" BYTEA NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL,
    "hash" BYTEA NOT NULL,
    "mac" BYTEA NOT NULL,
    CONSTRAINT "audit_seals_pkey" PRIMARY KEY ("id")
);
CREATE OR REPLACE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% refuses %: the audit trail is only added to', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER "audit_seals_refuse_change" BEFORE UPDATE OR DELETE ON "audit_seals"
    FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
CREATE TRIGGER "audit_seals_refuse_truncate" BEFORE TRUNCATE ON "audit_seals"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();

-- Failed sign-ins under unknown names, until a job makes one event of each row whose minute is over.
CREATE TABLE "unknown_failures" (
    "address_group" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "failures" INTEGER NOT NULL,
    CONSTRAINT "unknown_failures_pkey" PRIMARY KEY ("address_group", "minute")
);

-- The wait of a guard that its own event tells of.
ALTER TABLE "login_guards" ADD COLUMN "recorded_wait" TIMESTAMPTZ(3);

-- Totals by day, and by what the list is filtered by most: the level, the action.
ALTER TABLE "list_totals"
    ADD COLUMN "category" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "day" DATE NOT NULL DEFAULT '1970-01-01';
DROP INDEX "list_totals_list_idx";
CREATE INDEX "list_totals_list_category_day_idx" ON "list_totals" ("list", "category", "day");
CREATE OR REPLACE FUNCTION "add_to_list_total"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    sign integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
    IF TG_OP = 'TRUNCATE' THEN
        DELETE FROM list_totals WHERE list = TG_TABLE_NAME;
    ELSIF TG_NARGS = 0 THEN
        INSERT INTO list_totals (list, rows)
            SELECT TG_TABLE_NAME, sign * count(*) FROM changed HAVING count(*) > 0;
    ELSE
        INSERT INTO list_totals (list, category, day, rows)
            SELECT TG_TABLE_NAME, to_jsonb(changed) ->> TG_ARGV[0], (changed.created_at AT TIME ZONE 'UTC')::date,
                   sign * count(*)
            FROM changed GROUP BY 2, 3;
    END IF;
    RETURN NULL;
END
$$;
-- Keeps the totals of a table from now on: the one line that a list needs in the migration of its table. With a category
-- they are kept by that column and by the day of `created_at`, too.
DROP FUNCTION "keep_list_total"(regclass);
CREATE FUNCTION "keep_list_total"("of_table" regclass, "by_column" name DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    table_name text := (SELECT relname FROM pg_class WHERE oid = of_table);
BEGIN
    EXECUTE format('
        CREATE OR REPLACE TRIGGER list_total_inserts AFTER INSERT ON %1$s REFERENCING NEW TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION add_to_list_total(%2$s);
        CREATE OR REPLACE TRIGGER list_total_deletes AFTER DELETE ON %1$s REFERENCING OLD TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION add_to_list_total(%2$s);
        CREATE OR REPLACE TRIGGER list_total_truncates AFTER TRUNCATE ON %1$s
            FOR EACH STATEMENT EXECUTE FUNCTION add_to_list_total();',
        of_table, quote_literal(by_column));
    DELETE FROM list_totals WHERE list = table_name;
    IF by_column IS NULL THEN
        EXECUTE format('INSERT INTO list_totals (list, rows) SELECT %2$L, count(*) FROM %1$s', of_table, table_name);
    ELSE
        EXECUTE format('INSERT INTO list_totals (list, category, day, rows)
            SELECT %3$L, %2$I, (created_at AT TIME ZONE ''UTC'')::date, count(*) FROM %1$s GROUP BY 2, 3',
            of_table, by_column, table_name);
    END IF;
END
$$;
SELECT "keep_list_total"('ip_records', 'action');
SELECT "keep_list_total"('log_records', 'level');
SELECT "keep_list_total"('audit_events', 'action');

-- Records of an address, or of a network. Text that is no address is null, as proxies pass on what they were sent.
CREATE FUNCTION "address_of"("given" text) RETURNS inet LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN given::inet;
EXCEPTION WHEN invalid_text_representation THEN
    RETURN NULL;
END
$$;
CREATE INDEX "ip_records_address_idx" ON "ip_records" (address_of("ip_address"), "created_at", "id");
CREATE INDEX "audit_details_address_idx" ON "audit_details" (address_of("ip_address"), "event_id") WHERE "ip_address" IS NOT NULL;
