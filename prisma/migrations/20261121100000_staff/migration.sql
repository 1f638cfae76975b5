-- An index behind each filter and each sort of the lists of users, IP records and log records.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- DropIndex
DROP INDEX "ip_records_user_id_created_at_idx";

-- CreateIndex
CREATE INDEX "users_date_updated_id_idx" ON "users"("date_updated", "id");

-- CreateIndex
CREATE INDEX "ip_records_action_created_at_id_idx" ON "ip_records"("action", "created_at", "id");

-- CreateIndex
CREATE INDEX "ip_records_user_id_created_at_id_idx" ON "ip_records"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "log_records_level_created_at_id_idx" ON "log_records"("level", "created_at", "id");

-- CreateIndex
CREATE INDEX "log_records_from_proxy_created_at_id_idx" ON "log_records"("from_proxy", "created_at", "id");



-- Users by name, the same in every database whatever its locale, and by any part of name or address.
CREATE INDEX "users_username_sort_idx" ON "users" ((lower("username") COLLATE "C"));
CREATE INDEX IF NOT EXISTS "users_username_trgm_idx" ON "users" USING gin (lower("username") gin_trgm_ops);
CREATE INDEX "users_email_trgm_idx" ON "users" USING gin (lower("email") gin_trgm_ops);

-- The rare side of each flag, in the order of its list; the common side is found in the list's own index. The key
-- is an expression so that the schema, which knows no condition of an index, does not have to name these.
CREATE INDEX "users_staff_idx" ON "users" ("date_updated", "id", ("is_staff" IS TRUE)) WHERE "is_staff";
CREATE INDEX "users_inactive_idx" ON "users" ("date_updated", "id", ("is_active" IS TRUE)) WHERE NOT "is_active";
CREATE INDEX "users_premium_idx" ON "users" ("date_updated", "id", ("is_premium_user" IS TRUE)) WHERE "is_premium_user";

CREATE INDEX "log_records_message_trgm_idx" ON "log_records" USING gin (lower("message") gin_trgm_ops);
-- Messages have up to 8 KiB, an index row at most a third of a page: 600 characters are 2,400 bytes at most.
CREATE INDEX "log_records_message_sort_idx" ON "log_records" (left(lower("message"), 600) COLLATE "C", "id");
