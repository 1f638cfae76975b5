-- The link with which a user disowns a second factor outlives the factor: it still ends the sessions.
ALTER TABLE "account_links" ADD COLUMN "second_factor_id" UUID,
    ADD CONSTRAINT "account_links_second_factor_id_fkey" FOREIGN KEY ("second_factor_id") REFERENCES "second_factors" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "account_links_second_factor_id_idx" ON "account_links" ("second_factor_id");
ALTER TABLE "account_links" DROP CONSTRAINT "account_links_purpose_check";
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_purpose_check"
    CHECK ("purpose" IN ('verify_email', 'reset_password', 'change_email', 'undo_email_change', 'undo_deletion', 'not_me'));

ALTER TABLE "sessions" ADD COLUMN "is_by_passkey" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "users" ADD COLUMN "stays_disabled" BOOLEAN NOT NULL DEFAULT false;
-- Finds whom staff have disabled, for the staff's filter.
DROP INDEX "users_inactive_idx";
CREATE INDEX "users_disabled_idx" ON "users" ("date_updated", "id", ("is_active" IS TRUE))
    WHERE NOT "is_active" AND ("deletion_asked_at" IS NULL OR "stays_disabled");
