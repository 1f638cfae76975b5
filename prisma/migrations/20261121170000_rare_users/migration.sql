-- Who deletes or deactivates a user looks for the last active superuser, and the clean-up looks for users who were never
-- verified: few rows each, for which every user was read. As with `users_staff_idx`, the key is an expression so that
-- the schema, which knows no condition of an index, does not have to name these.
CREATE INDEX "users_superuser_idx" ON "users" ("id", ("is_superuser" IS TRUE)) WHERE "is_superuser";
CREATE INDEX "users_unverified_idx" ON "users" ("id", ("email_verified_at" IS NOT NULL)) WHERE "email_verified_at" IS NULL;
