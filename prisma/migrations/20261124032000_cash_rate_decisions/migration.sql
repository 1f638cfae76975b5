-- Null unless a loan or a scenario is marked as variable.
ALTER TABLE "calculations" ADD COLUMN "rate_day" DATE;
ALTER TABLE "calculations" ADD CONSTRAINT "calculations_rate_day_check"
    CHECK ("rate_day" IS NULL OR "kind" IN ('loan', 'scenario'));
-- A change of the cash rate reads the marked calculations, user by user.
CREATE INDEX "calculations_variable_idx" ON "calculations" ("user_id", "rate_day") WHERE "rate_day" IS NOT NULL;

ALTER TABLE "preferences" ADD COLUMN "cash_rate_change" BOOLEAN NOT NULL DEFAULT true,
    ADD COLUMN "cash_rate_mail" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check"
    CHECK ("kind" IN ('friend_request', 'friend_accepted', 'new_sign_in', 'account_change', 'storage_nearly_full',
                      'cash_rate_change'));

CREATE TABLE "cash_rate_notices" (
    "user_id" UUID NOT NULL,
    "date" DATE NOT NULL,
    "target" DECIMAL NOT NULL,

    CONSTRAINT "cash_rate_notices_pkey" PRIMARY KEY ("user_id", "date", "target"),
    CONSTRAINT "cash_rate_notices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
