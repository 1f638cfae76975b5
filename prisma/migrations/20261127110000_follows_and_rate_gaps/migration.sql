CREATE TABLE "dataset_follows" (
    "user_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "notified_to" TEXT,

    CONSTRAINT "dataset_follows_pkey" PRIMARY KEY ("slug", "user_id"),
    CONSTRAINT "dataset_follows_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "dataset_follows_user_id_idx" ON "dataset_follows" ("user_id");

ALTER TABLE "preferences" ADD COLUMN "new_figures" BOOLEAN NOT NULL DEFAULT true,
    ADD COLUMN "rate_gap" BOOLEAN NOT NULL DEFAULT true;

ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check"
    CHECK ("kind" IN ('friend_request', 'friend_accepted', 'new_sign_in', 'account_change', 'storage_nearly_full',
                      'cash_rate_change', 'new_figures', 'rate_gap'));

-- The day on which the gap of a variable loan was last compared with the average.
ALTER TABLE "calculations" ADD COLUMN "rate_gap_on" DATE;
