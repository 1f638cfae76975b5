-- Stored files, and how many records each user has.
-- CreateTable
CREATE TABLE "files" (
    "key" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "files_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "user_storage" (
    "user_id" UUID NOT NULL,
    "ip_records" INTEGER NOT NULL DEFAULT 0,
    "images" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "user_storage_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "files_user_id_idx" ON "files"("user_id");

-- AddForeignKey
ALTER TABLE "files" ADD CONSTRAINT "files_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_storage" ADD CONSTRAINT "user_storage_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A change of the e-mail address is confirmed at the new one, and can be undone from the old one.
ALTER TABLE "account_links" DROP CONSTRAINT "account_links_purpose_check";
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_purpose_check"
    CHECK ("purpose" IN ('verify_email', 'reset_password', 'change_email', 'undo_email_change'));

CREATE FUNCTION "start_user_storage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO user_storage (user_id) SELECT id FROM changed;
    RETURN NULL;
END
$$;
CREATE TRIGGER "users_start_storage" AFTER INSERT ON "users"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "start_user_storage"();

-- Adds the rows of a statement to a counter of `user_storage`, or takes them off. Arguments: the counter, and the
-- column that names the user. Rows are locked in the order of their ids, so that statements on many users cannot
-- wait for one another in a circle; who locks rows of `users`, too, does so before.
CREATE FUNCTION "count_user_records"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('SELECT FROM user_storage WHERE user_id IN (SELECT %I FROM changed)
                    ORDER BY user_id FOR NO KEY UPDATE', TG_ARGV[1]);
    EXECUTE format('UPDATE user_storage SET %1$I = user_storage.%1$I + $1 * counts.records
                    FROM (SELECT %2$I AS user_id, count(*) AS records FROM changed GROUP BY 1) AS counts
                    WHERE user_storage.user_id = counts.user_id', TG_ARGV[0], TG_ARGV[1])
        USING CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
    RETURN NULL;
END
$$;
CREATE TRIGGER "ip_records_count_inserts" AFTER INSERT ON "ip_records" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "count_user_records"('ip_records', 'user_id');
CREATE TRIGGER "ip_records_count_deletes" AFTER DELETE ON "ip_records" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "count_user_records"('ip_records', 'user_id');
CREATE TRIGGER "files_count_inserts" AFTER INSERT ON "files" REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "count_user_records"('images', 'user_id');
CREATE TRIGGER "files_count_deletes" AFTER DELETE ON "files" REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION "count_user_records"('images', 'user_id');

INSERT INTO user_storage (user_id, ip_records)
    SELECT users.id, count(ip_records.id) FROM users LEFT JOIN ip_records ON user_id = users.id GROUP BY users.id;
