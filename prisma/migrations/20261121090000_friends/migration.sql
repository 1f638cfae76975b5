-- Friend requests, friendships, blocks, and the index of names that the search for users reads.
-- CreateTable
CREATE TABLE "friend_requests" (
    "id" UUID NOT NULL,
    "from_user_id" UUID NOT NULL,
    "to_user_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "friend_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "friend_request_uses" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "friend_request_uses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "friendships" (
    "low_user_id" UUID NOT NULL,
    "high_user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "friendships_pkey" PRIMARY KEY ("low_user_id","high_user_id")
);

-- CreateTable
CREATE TABLE "blocks" (
    "blocker_id" UUID NOT NULL,
    "blocked_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blocks_pkey" PRIMARY KEY ("blocker_id","blocked_id")
);

-- CreateTable
CREATE TABLE "username_suffixes" (
    "name_length" SMALLINT NOT NULL,
    "suffix" TEXT COLLATE "C" NOT NULL,
    "head" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "username_suffixes_pkey" PRIMARY KEY ("name_length","suffix","head")
);

-- AlterTable
ALTER TABLE "user_storage" ADD COLUMN "friends" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "requests_received" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "requests_sent" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "friend_requests_from_user_id_created_at_id_idx" ON "friend_requests"("from_user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "friend_requests_to_user_id_created_at_id_idx" ON "friend_requests"("to_user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "friend_request_uses_user_id_created_at_idx" ON "friend_request_uses"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "friend_request_uses_created_at_idx" ON "friend_request_uses"("created_at");

-- CreateIndex
CREATE INDEX "friendships_high_user_id_idx" ON "friendships"("high_user_id");

-- CreateIndex
CREATE INDEX "blocks_blocked_id_idx" ON "blocks"("blocked_id");

-- AddForeignKey
ALTER TABLE "friend_requests" ADD CONSTRAINT "friend_requests_from_user_id_fkey" FOREIGN KEY ("from_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "friend_requests" ADD CONSTRAINT "friend_requests_to_user_id_fkey" FOREIGN KEY ("to_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "friend_request_uses" ADD CONSTRAINT "friend_request_uses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "friendships" ADD CONSTRAINT "friendships_low_user_id_fkey" FOREIGN KEY ("low_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "friendships" ADD CONSTRAINT "friendships_high_user_id_fkey" FOREIGN KEY ("high_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_fkey" FOREIGN KEY ("blocker_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_fkey" FOREIGN KEY ("blocked_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "friend_requests" ADD CONSTRAINT "friend_requests_status_check"
    CHECK ("status" IN ('pending', 'accepted', 'rejected') AND ("status" = 'pending') = ("answered_at" IS NULL));
ALTER TABLE "friend_requests" ADD CONSTRAINT "friend_requests_two_users_check"
    CHECK ("from_user_id" <> "to_user_id");
ALTER TABLE "friendships" ADD CONSTRAINT "friendships_order_check" CHECK ("low_user_id" < "high_user_id");
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_two_users_check" CHECK ("blocker_id" <> "blocked_id");

-- Two people have at most one open request, whoever of them sent it.
CREATE UNIQUE INDEX "friend_requests_pending_key"
    ON "friend_requests" (least("from_user_id", "to_user_id"), greatest("from_user_id", "to_user_id"))
    WHERE "status" = 'pending';
-- How many requests of a user are open.
CREATE INDEX "friend_requests_pending_idx" ON "friend_requests" ("from_user_id") WHERE "status" = 'pending';

CREATE TRIGGER "friend_requests_count_sent" AFTER INSERT ON "friend_requests" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "count_user_records"('requests_sent', 'from_user_id');
CREATE TRIGGER "friend_requests_count_received" AFTER INSERT ON "friend_requests" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "count_user_records"('requests_received', 'to_user_id');
CREATE TRIGGER "friend_requests_uncount_sent" AFTER DELETE ON "friend_requests" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "count_user_records"('requests_sent', 'from_user_id');
CREATE TRIGGER "friend_requests_uncount_received" AFTER DELETE ON "friend_requests" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "count_user_records"('requests_received', 'to_user_id');
CREATE TRIGGER "friendships_count_low" AFTER INSERT ON "friendships" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "count_user_records"('friends', 'low_user_id');
CREATE TRIGGER "friendships_count_high" AFTER INSERT ON "friendships" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "count_user_records"('friends', 'high_user_id');
CREATE TRIGGER "friendships_uncount_low" AFTER DELETE ON "friendships" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "count_user_records"('friends', 'low_user_id');
CREATE TRIGGER "friendships_uncount_high" AFTER DELETE ON "friendships" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "count_user_records"('friends', 'high_user_id');

-- A user who goes takes relations along, which changes the counters of everyone on their other side. Those rows are
-- locked at once and in the order of their ids, before the cascades would lock them in the order they run in. The
-- user's own row in `users` has to be locked before, so that nobody adds a relation meanwhile.
CREATE FUNCTION "hold_storage_of_relations"("of_user_id" UUID) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM user_storage WHERE user_id IN (
        SELECT of_user_id
        UNION SELECT to_user_id FROM friend_requests WHERE from_user_id = of_user_id
        UNION SELECT from_user_id FROM friend_requests WHERE to_user_id = of_user_id
        UNION SELECT high_user_id FROM friendships WHERE low_user_id = of_user_id
        UNION SELECT low_user_id FROM friendships WHERE high_user_id = of_user_id
    ) ORDER BY user_id FOR NO KEY UPDATE;
END
$$;
CREATE FUNCTION "hold_storage_of_deleted_user"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM hold_storage_of_relations(OLD.id);
    RETURN OLD;
END
$$;
CREATE TRIGGER "users_hold_storage_of_relations" BEFORE DELETE ON "users"
    FOR EACH ROW EXECUTE FUNCTION "hold_storage_of_deleted_user"();

-- The search for users (docs/decisions/011-friend-search.md). Names that begin with a text are a range of this index
-- for each length. Names are ASCII, so the C collation folds all of their letters.
CREATE INDEX "users_search_idx" ON "users" (length("username"), lower("username" COLLATE "C"))
    WHERE "is_active" AND "email_verified_at" IS NOT NULL;

-- Names that hold a text further inside are a range of the primary key here: what is left of a name from each of its
-- letters on, the first one and the last two excepted. Only of users who can be found.
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

INSERT INTO username_suffixes (name_length, suffix, head)
    SELECT length(name), substr(name, start), left(name, start - 1)
    FROM (SELECT lower(username COLLATE "C") AS name FROM users WHERE is_active AND email_verified_at IS NOT NULL) AS found,
         generate_series(2, length(name) - 2) AS start
    ORDER BY 1, 2, 3;
