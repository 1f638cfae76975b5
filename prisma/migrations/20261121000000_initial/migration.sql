-- Times are filled in by the database, which is why their defaults are `transaction_timestamp()`: for what the schema
-- knows as `now()` Prisma sends the time of the process.

-- Any part of a name, an address or a message, by an index.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "username" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified_at" TIMESTAMPTZ(3),
    "pending_email" TEXT,
    "password_hash" TEXT NOT NULL,
    "must_change_password" BOOLEAN NOT NULL DEFAULT false,
    "date_of_birth" DATE,
    "country_name" TEXT,
    "country_code" TEXT,
    "phone_number" TEXT,
    "is_superuser" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_staff" BOOLEAN NOT NULL DEFAULT false,
    "is_premium_user" BOOLEAN NOT NULL DEFAULT false,
    "user_image" TEXT,
    "last_login" TIMESTAMPTZ(3),
    "date_updated" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);
-- Names and addresses are unique without regard to letter case.
CREATE UNIQUE INDEX "users_username_key" ON "users" (lower("username"));
CREATE UNIQUE INDEX "users_email_key" ON "users" (lower("email"));
-- Not unique: a pending address reserves nothing.
CREATE INDEX "users_pending_email_idx" ON "users" (lower("pending_email")) WHERE "pending_email" IS NOT NULL;
-- The sorts and filters of the staff's list. Names sort alike in every database, whatever its locale.
CREATE INDEX "users_date_updated_id_idx" ON "users" ("date_updated", "id");
CREATE INDEX "users_username_sort_idx" ON "users" ((lower("username") COLLATE "C"));
CREATE INDEX "users_username_trgm_idx" ON "users" USING gin (lower("username") gin_trgm_ops);
CREATE INDEX "users_email_trgm_idx" ON "users" USING gin (lower("email") gin_trgm_ops);
-- The rare side of each flag; the common side is found in the list's own index. The schema cannot express a partial
-- index, and ignores one whose last key is an expression.
CREATE INDEX "users_staff_idx" ON "users" ("date_updated", "id", ("is_staff" IS TRUE)) WHERE "is_staff";
CREATE INDEX "users_inactive_idx" ON "users" ("date_updated", "id", ("is_active" IS TRUE)) WHERE NOT "is_active";
CREATE INDEX "users_premium_idx" ON "users" ("date_updated", "id", ("is_premium_user" IS TRUE)) WHERE "is_premium_user";
-- For the check of the last active superuser, and for the deletion of accounts that were never verified.
CREATE INDEX "users_superuser_idx" ON "users" ("id", ("is_superuser" IS TRUE)) WHERE "is_superuser";
CREATE INDEX "users_unverified_idx" ON "users" ("id", ("email_verified_at" IS NOT NULL)) WHERE "email_verified_at" IS NULL;
-- The search for users (docs/decisions/011-friend-search.md): names that begin with a text are one range for each
-- length. Names are ASCII, so the C collation folds all of their letters.
CREATE INDEX "users_search_idx" ON "users" (length("username"), lower("username" COLLATE "C"))
    WHERE "is_active" AND "email_verified_at" IS NOT NULL;

CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "refresh_token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "ip_address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "read_only_until" TIMESTAMPTZ(3),
    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "sessions_refresh_token_hash_key" ON "sessions" ("refresh_token_hash");
CREATE INDEX "sessions_user_id_idx" ON "sessions" ("user_id");
CREATE INDEX "sessions_expires_at_idx" ON "sessions" ("expires_at");

CREATE TABLE "login_guards" (
    "key" TEXT NOT NULL,
    "user_id" UUID,
    "attempts" INTEGER NOT NULL,
    "undecided" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "login_guards_pkey" PRIMARY KEY ("key"),
    CONSTRAINT "login_guards_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "login_guards_user_id_idx" ON "login_guards" ("user_id");
CREATE INDEX "login_guards_updated_at_idx" ON "login_guards" ("updated_at");

CREATE TABLE "account_links" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "nonce" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "redeemed_at" TIMESTAMPTZ(3),
    CONSTRAINT "account_links_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "account_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "account_links_purpose_check"
        CHECK ("purpose" IN ('verify_email', 'reset_password', 'change_email', 'undo_email_change'))
);
CREATE INDEX "account_links_user_id_purpose_idx" ON "account_links" ("user_id", "purpose");
CREATE INDEX "account_links_expires_at_idx" ON "account_links" ("expires_at");

CREATE TABLE "mail_budget_uses" (
    "id" UUID NOT NULL,
    "recipient_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "mail_budget_uses_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "mail_budget_uses_recipient_key_created_at_idx" ON "mail_budget_uses" ("recipient_key", "created_at");
CREATE INDEX "mail_budget_uses_created_at_idx" ON "mail_budget_uses" ("created_at");

-- The columns that rate-limiter-flexible reads and writes. Unlogged: every guest's write writes here, and a crash of the
-- database server may forget it.
CREATE UNLOGGED TABLE "rate_limit_counts" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,
    CONSTRAINT "rate_limit_counts_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "files" (
    "key" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "files_pkey" PRIMARY KEY ("key"),
    CONSTRAINT "files_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "files_user_id_idx" ON "files" ("user_id");

CREATE TABLE "friend_requests" (
    "id" UUID NOT NULL,
    "from_user_id" UUID NOT NULL,
    "to_user_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "answered_at" TIMESTAMPTZ(3),
    CONSTRAINT "friend_requests_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "friend_requests_from_user_id_fkey" FOREIGN KEY ("from_user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "friend_requests_to_user_id_fkey" FOREIGN KEY ("to_user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "friend_requests_status_check"
        CHECK ("status" IN ('pending', 'accepted', 'rejected') AND ("status" = 'pending') = ("answered_at" IS NULL)),
    CONSTRAINT "friend_requests_two_users_check" CHECK ("from_user_id" <> "to_user_id")
);
CREATE INDEX "friend_requests_from_user_id_created_at_id_idx" ON "friend_requests" ("from_user_id", "created_at", "id");
CREATE INDEX "friend_requests_to_user_id_created_at_id_idx" ON "friend_requests" ("to_user_id", "created_at", "id");
-- Two people have at most one pending request, whichever of them sent it.
CREATE UNIQUE INDEX "friend_requests_pending_key"
    ON "friend_requests" (least("from_user_id", "to_user_id"), greatest("from_user_id", "to_user_id"))
    WHERE "status" = 'pending';
CREATE INDEX "friend_requests_pending_idx" ON "friend_requests" ("from_user_id") WHERE "status" = 'pending';

CREATE TABLE "friend_request_uses" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "friend_request_uses_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "friend_request_uses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "friend_request_uses_user_id_created_at_idx" ON "friend_request_uses" ("user_id", "created_at");
CREATE INDEX "friend_request_uses_created_at_idx" ON "friend_request_uses" ("created_at");

CREATE TABLE "friendships" (
    "low_user_id" UUID NOT NULL,
    "high_user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "friendships_pkey" PRIMARY KEY ("low_user_id", "high_user_id"),
    CONSTRAINT "friendships_low_user_id_fkey" FOREIGN KEY ("low_user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "friendships_high_user_id_fkey" FOREIGN KEY ("high_user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "friendships_order_check" CHECK ("low_user_id" < "high_user_id")
);
CREATE INDEX "friendships_high_user_id_idx" ON "friendships" ("high_user_id");

CREATE TABLE "blocks" (
    "blocker_id" UUID NOT NULL,
    "blocked_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "blocks_pkey" PRIMARY KEY ("blocker_id", "blocked_id"),
    CONSTRAINT "blocks_blocker_id_fkey" FOREIGN KEY ("blocker_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "blocks_blocked_id_fkey" FOREIGN KEY ("blocked_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "blocks_two_users_check" CHECK ("blocker_id" <> "blocked_id")
);
CREATE INDEX "blocks_blocked_id_idx" ON "blocks" ("blocked_id");

-- Names that hold a text further inside are a range of the primary key here: what is left of a name from each of its
-- letters on, the first one and the last two excepted. Only of users who can be found.
CREATE TABLE "username_suffixes" (
    "name_length" SMALLINT NOT NULL,
    "suffix" TEXT COLLATE "C" NOT NULL,
    "head" TEXT COLLATE "C" NOT NULL,
    CONSTRAINT "username_suffixes_pkey" PRIMARY KEY ("name_length", "suffix", "head")
);
CREATE FUNCTION "index_username_suffixes"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    former text COLLATE "C";
    present text COLLATE "C";
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.is_active AND OLD.email_verified_at IS NOT NULL THEN
        former := lower(OLD.username COLLATE "C");
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.is_active AND NEW.email_verified_at IS NOT NULL THEN
        present := lower(NEW.username COLLATE "C");
    END IF;
    IF former IS DISTINCT FROM present THEN
        DELETE FROM username_suffixes USING generate_series(2, length(former) - 2) AS start
            WHERE name_length = length(former) AND suffix = substr(former, start) AND head = left(former, start - 1);
        INSERT INTO username_suffixes (name_length, suffix, head)
            SELECT length(present), substr(present, start), left(present, start - 1)
            FROM generate_series(2, length(present) - 2) AS start;
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER "users_index_suffixes" AFTER INSERT OR DELETE OR UPDATE OF "username", "is_active", "email_verified_at"
    ON "users" FOR EACH ROW EXECUTE FUNCTION "index_username_suffixes"();

CREATE TABLE "ip_records" (
    "id" UUID NOT NULL,
    "user_id" UUID,
    "ip_address" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "ip_records_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ip_records_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ip_records_action_check"
        CHECK ("action" IN ('register', 'login', 'login_failed', 'logout', 'verify_email', 'password_reset_request',
                            'password_reset', 'password_change', 'email_change', 'profile_update', 'account_delete'))
);
CREATE INDEX "ip_records_created_at_id_idx" ON "ip_records" ("created_at", "id");
CREATE INDEX "ip_records_action_created_at_id_idx" ON "ip_records" ("action", "created_at", "id");
CREATE INDEX "ip_records_user_id_created_at_id_idx" ON "ip_records" ("user_id", "created_at", "id");
-- The list by username reads each user's records in the order of their ids.
CREATE INDEX "ip_records_user_id_id_idx" ON "ip_records" ("user_id", "id");

-- No foreign key on `user_id`: emptying it with the user takes 9 seconds for 100,000 records, and the id of a user who
-- is gone finds nothing.
CREATE TABLE "log_records" (
    "id" UUID NOT NULL,
    "message" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "from_proxy" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "user_id" UUID,
    CONSTRAINT "log_records_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "log_records_level_check" CHECK ("level" IN ('DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'))
);
CREATE INDEX "log_records_created_at_id_idx" ON "log_records" ("created_at", "id");
CREATE INDEX "log_records_user_id_created_at_id_idx" ON "log_records" ("user_id", "created_at", "id");
CREATE INDEX "log_records_level_created_at_id_idx" ON "log_records" ("level", "created_at", "id");
CREATE INDEX "log_records_from_proxy_created_at_id_idx" ON "log_records" ("from_proxy", "created_at", "id");
CREATE INDEX "log_records_message_trgm_idx" ON "log_records" USING gin (lower("message") gin_trgm_ops);
-- Messages have up to 8 KiB, an index row at most a third of a page: 600 characters are 2,400 bytes at most.
CREATE INDEX "log_records_message_sort_idx" ON "log_records" (left(lower("message"), 600) COLLATE "C", "id");

-- How many rows a list has without a filter. Each writing statement inserts its difference, so no two writers wait for
-- one another; a job folds them into one row. The sum is exact in every snapshot.
CREATE TABLE "list_totals" (
    "id" BIGSERIAL NOT NULL,
    "list" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,
    CONSTRAINT "list_totals_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "list_totals_list_idx" ON "list_totals" ("list");
CREATE FUNCTION "add_to_list_total"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' THEN
        DELETE FROM list_totals WHERE list = TG_TABLE_NAME;
    ELSE
        INSERT INTO list_totals (list, rows)
            SELECT TG_TABLE_NAME, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
            FROM changed HAVING count(*) > 0;
    END IF;
    RETURN NULL;
END
$$;
-- Keeps the total of a table from now on: the one line that a list needs in the migration of its table.
CREATE FUNCTION "keep_list_total"("of_table" regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('
        CREATE TRIGGER list_total_inserts AFTER INSERT ON %1$s REFERENCING NEW TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION add_to_list_total();
        CREATE TRIGGER list_total_deletes AFTER DELETE ON %1$s REFERENCING OLD TABLE AS changed
            FOR EACH STATEMENT EXECUTE FUNCTION add_to_list_total();
        CREATE TRIGGER list_total_truncates AFTER TRUNCATE ON %1$s
            FOR EACH STATEMENT EXECUTE FUNCTION add_to_list_total();
        INSERT INTO list_totals (list, rows) SELECT %2$L, count(*) FROM %1$s;',
        of_table, (SELECT relname FROM pg_class WHERE oid = of_table));
END
$$;
SELECT "keep_list_total"('users');
SELECT "keep_list_total"('ip_records');
SELECT "keep_list_total"('log_records');

-- The audit trail: rows are only ever added.
CREATE TABLE "audit_events" (
    "id" BIGSERIAL NOT NULL,
    "transaction_id" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "target_id" UUID,
    "details_hash" BYTEA NOT NULL,
    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "audit_events_actor_id_id_idx" ON "audit_events" ("actor_id", "id");
CREATE INDEX "audit_events_target_id_id_idx" ON "audit_events" ("target_id", "id");
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit_events refuses %: the audit trail is only added to', TG_OP
        USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER "audit_events_refuse_change" BEFORE UPDATE OR DELETE ON "audit_events"
    FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
CREATE TRIGGER "audit_events_refuse_truncate" BEFORE TRUNCATE ON "audit_events"
    FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();

CREATE TABLE "audit_details" (
    "event_id" BIGINT NOT NULL,
    "salt" BYTEA NOT NULL,
    "details" TEXT NOT NULL,
    CONSTRAINT "audit_details_pkey" PRIMARY KEY ("event_id"),
    CONSTRAINT "audit_details_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "audit_events" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
