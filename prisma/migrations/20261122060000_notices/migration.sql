CREATE TABLE "preferences" (
    "user_id" UUID NOT NULL,
    "friend_request" BOOLEAN NOT NULL DEFAULT true,
    "friend_accepted" BOOLEAN NOT NULL DEFAULT true,
    "new_sign_in" BOOLEAN NOT NULL DEFAULT true,
    "account_change" BOOLEAN NOT NULL DEFAULT true,
    "storage_nearly_full" BOOLEAN NOT NULL DEFAULT true,
    "share_training" BOOLEAN NOT NULL DEFAULT false,
    "findable" BOOLEAN NOT NULL DEFAULT true,
    CONSTRAINT "preferences_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "preferences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- For the search for users, which asks this of each one that it finds.
CREATE INDEX "preferences_hidden_idx" ON "preferences" ("user_id", ("findable" IS TRUE)) WHERE NOT "findable";

CREATE TABLE "notifications" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "about_user_id" UUID,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "link" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "read_at" TIMESTAMPTZ(3),
    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "notifications_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "notifications_about_user_id_fkey" FOREIGN KEY ("about_user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "notifications_kind_check"
        CHECK ("kind" IN ('friend_request', 'friend_accepted', 'new_sign_in', 'account_change', 'storage_nearly_full')),
    CONSTRAINT "notifications_level_check" CHECK ("level" IN ('info', 'warning', 'critical'))
);
CREATE INDEX "notifications_user_id_created_at_id_idx" ON "notifications" ("user_id", "created_at", "id");
CREATE INDEX "notifications_about_user_id_idx" ON "notifications" ("about_user_id");
CREATE INDEX "notifications_unread_idx" ON "notifications" ("user_id") WHERE "read_at" IS NULL;
CREATE UNIQUE INDEX "notifications_unread_key" ON "notifications" ("user_id", "kind", "about_user_id") NULLS NOT DISTINCT
    WHERE "read_at" IS NULL AND "kind" IN ('friend_request', 'friend_accepted', 'storage_nearly_full');

CREATE TABLE "notices" (
    "id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "audience" TEXT NOT NULL,
    "user_id" UUID,
    "starts_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "is_draft" BOOLEAN NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "date_updated" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "notices_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "notices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "notices_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "notices_level_check" CHECK ("level" IN ('info', 'warning', 'critical')),
    CONSTRAINT "notices_audience_check"
        CHECK ("audience" IN ('all', 'premium', 'staff', 'user') AND ("audience" = 'user') = ("user_id" IS NOT NULL)),
    CONSTRAINT "notices_start_check" CHECK ("is_draft" OR "starts_at" IS NOT NULL),
    CONSTRAINT "notices_end_check" CHECK ("ends_at" > "starts_at")
);
CREATE INDEX "notices_created_at_id_idx" ON "notices" ("created_at", "id");
CREATE INDEX "notices_user_id_idx" ON "notices" ("user_id");
CREATE INDEX "notices_created_by_id_idx" ON "notices" ("created_by_id");
CREATE INDEX "notices_title_sort_idx" ON "notices" ((lower("title") COLLATE "C"), "id");
-- Of what was sent and not withdrawn, those that are not over lie at the end.
CREATE INDEX "notices_end_idx" ON "notices" (coalesce("ends_at", 'infinity')) WHERE NOT "is_draft" AND "withdrawn_at" IS NULL;
SELECT "keep_list_total"('notices');

CREATE TABLE "notice_reads" (
    "notice_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "notice_reads_pkey" PRIMARY KEY ("notice_id", "user_id"),
    CONSTRAINT "notice_reads_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "notice_reads_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "notice_reads_user_id_idx" ON "notice_reads" ("user_id");
