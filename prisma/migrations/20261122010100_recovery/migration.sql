-- A device that has signed in to an account: its token is an HMAC of both ids.
CREATE TABLE "devices" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "devices_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "devices_user_id_last_used_at_idx" ON "devices" ("user_id", "last_used_at");
CREATE INDEX "devices_last_used_at_idx" ON "devices" ("last_used_at");

CREATE TABLE "sign_ins" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "ip_address" TEXT NOT NULL,
    "address_group" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    CONSTRAINT "sign_ins_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sign_ins_result_check" CHECK ("result" IN ('success', 'failed', 'locked')),
    CONSTRAINT "sign_ins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "sign_ins_user_id_created_at_id_idx" ON "sign_ins" ("user_id", "created_at", "id");
CREATE INDEX "sign_ins_created_at_idx" ON "sign_ins" ("created_at");

ALTER TABLE "sessions" ADD COLUMN "device_id" UUID;

ALTER TABLE "users" ADD COLUMN "password_expires_at" TIMESTAMPTZ(3);
ALTER TABLE "users" ADD COLUMN "deletion_asked_at" TIMESTAMPTZ(3);
CREATE INDEX "users_deletion_idx" ON "users" ("id", ("deletion_asked_at" IS NOT NULL)) WHERE "deletion_asked_at" IS NOT NULL;

-- Counts stand for identifiers now, under keys that only the app can compute.
DELETE FROM "login_guards";

ALTER TABLE "account_links" DROP CONSTRAINT "account_links_purpose_check";
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_purpose_check"
    CHECK ("purpose" IN ('verify_email', 'reset_password', 'change_email', 'undo_email_change', 'undo_deletion'));
