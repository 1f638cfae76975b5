-- The staff's list by name reads a part of a name that many users have from this index alone: it has the columns of the
-- filter, and the id, which is the second key of the order.
DROP INDEX "users_username_sort_idx";
CREATE INDEX "users_username_sort_idx" ON "users" ((lower("username") COLLATE "C"), "id") INCLUDE ("username", "email");

-- docs/scaling.md names the reader of each index that a sign-in writes. Room in each page lets an update of `last_login`
-- write none of the indexes of users.
ALTER TABLE "users" SET (fillfactor = 90);
-- The list by username sorts the records of a user, which the index by user and time finds.
DROP INDEX "ip_records_user_id_id_idx";
-- Only attempts that nobody's success deletes: those with a wait, and those with an unknown identifier.
DROP INDEX "login_guards_next_try_at_idx";
CREATE INDEX "login_guards_next_try_at_idx" ON "login_guards" ("next_try_at", ("next_try_at" IS NOT NULL))
    WHERE "next_try_at" IS NOT NULL;
DROP INDEX "login_guards_updated_at_idx";
CREATE INDEX "login_guards_updated_at_idx" ON "login_guards" ("updated_at", ("user_id" IS NULL)) WHERE "user_id" IS NULL;
-- A user has at most ten devices, so no order is needed. The other three serve a deletion of old rows alone, in the
-- order in which the rows were inserted.
DROP INDEX "devices_user_id_last_used_at_idx";
CREATE INDEX "devices_user_id_idx" ON "devices" ("user_id");
DROP INDEX "devices_last_used_at_idx";
CREATE INDEX "devices_last_used_at_idx" ON "devices" USING brin ("last_used_at");
DROP INDEX "sign_ins_created_at_idx";
CREATE INDEX "sign_ins_created_at_idx" ON "sign_ins" USING brin ("created_at");
DROP INDEX "sessions_expires_at_idx";
CREATE INDEX "sessions_expires_at_idx" ON "sessions" USING brin ("expires_at");
