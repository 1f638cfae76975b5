CREATE TABLE "followed_loans" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "row_versions" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "changes" JSONB NOT NULL,
    "restorable" JSONB NOT NULL DEFAULT '[]',
    "headline" JSONB NOT NULL,
    "method" INTEGER NOT NULL,
    "pair_id" UUID,
    "low_user_id" UUID,
    "high_user_id" UUID,
    "reminded_for" DATE,
    "decision_reminded" DATE,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "date_updated" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "followed_loans_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "followed_loans_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "followed_loans_low_user_id_high_user_id_fkey" FOREIGN KEY ("low_user_id", "high_user_id")
        REFERENCES "friendships" ("low_user_id", "high_user_id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "followed_loans_pair_id_user_id_key" ON "followed_loans" ("pair_id", "user_id");
CREATE INDEX "followed_loans_user_id_idx" ON "followed_loans" ("user_id");
CREATE INDEX "followed_loans_low_user_id_high_user_id_idx" ON "followed_loans" ("low_user_id", "high_user_id");

CREATE TABLE "loan_invitations" (
    "loan_id" UUID NOT NULL,
    "friend_id" UUID NOT NULL,
    "low_user_id" UUID NOT NULL,
    "high_user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "loan_invitations_pkey" PRIMARY KEY ("loan_id"),
    CONSTRAINT "loan_invitations_loan_id_fkey" FOREIGN KEY ("loan_id") REFERENCES "followed_loans" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "loan_invitations_friend_id_fkey" FOREIGN KEY ("friend_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "loan_invitations_low_user_id_high_user_id_fkey" FOREIGN KEY ("low_user_id", "high_user_id")
        REFERENCES "friendships" ("low_user_id", "high_user_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "loan_invitations_friend_id_idx" ON "loan_invitations" ("friend_id");
CREATE INDEX "loan_invitations_low_user_id_high_user_id_idx" ON "loan_invitations" ("low_user_id", "high_user_id");

ALTER TABLE "preferences" ADD COLUMN "loan_fault" BOOLEAN NOT NULL DEFAULT true,
    ADD COLUMN "loan_reminder" BOOLEAN NOT NULL DEFAULT true,
    ADD COLUMN "loan_decision" BOOLEAN NOT NULL DEFAULT true;

ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check"
    CHECK ("kind" IN ('friend_request', 'friend_accepted', 'new_sign_in', 'account_change', 'storage_nearly_full',
                      'cash_rate_change', 'new_figures', 'rate_gap', 'calculation_shared', 'loan_fault', 'loan_reminder',
                      'loan_decision', 'attack', 'failures', 'system'));
