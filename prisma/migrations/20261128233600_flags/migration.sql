CREATE TABLE "acquaintances" (
    "low_user_id" UUID NOT NULL,
    "high_user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "acquaintances_pkey" PRIMARY KEY ("low_user_id", "high_user_id"),
    CONSTRAINT "acquaintances_low_user_id_fkey" FOREIGN KEY ("low_user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "acquaintances_high_user_id_fkey" FOREIGN KEY ("high_user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "acquaintances_high_user_id_idx" ON "acquaintances" ("high_user_id");

INSERT INTO "acquaintances" ("low_user_id", "high_user_id", "created_at")
SELECT low_user_id, high_user_id, min(created_at) FROM (
    SELECT least(from_user_id, to_user_id) AS low_user_id, greatest(from_user_id, to_user_id) AS high_user_id, created_at
    FROM "friend_requests"
    UNION ALL
    SELECT low_user_id, high_user_id, created_at FROM "friendships"
) AS met GROUP BY 1, 2;

CREATE FUNCTION keep_acquaintance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO acquaintances (low_user_id, high_user_id)
    VALUES (least(NEW.from_user_id, NEW.to_user_id), greatest(NEW.from_user_id, NEW.to_user_id))
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER keep_acquaintance AFTER INSERT ON "friend_requests"
    FOR EACH ROW EXECUTE FUNCTION keep_acquaintance();

CREATE TABLE "flag_answers" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "agent_id" UUID,
    "outcome" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "answered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "flag_answers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "flag_answers_subject_check" CHECK ("subject" IN ('person', 'image', 'name', 'shared_calculation')),
    CONSTRAINT "flag_answers_outcome_check"
        CHECK ("outcome" IN ('no_action', 'warned', 'image_removed', 'name_changed', 'suspended')),
    CONSTRAINT "flag_answers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "flag_answers_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "users" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "flag_answers_user_id_answered_at_idx" ON "flag_answers" ("user_id", "answered_at");
CREATE INDEX "flag_answers_agent_id_idx" ON "flag_answers" ("agent_id");
CREATE INDEX "flag_answers_answered_at_idx" ON "flag_answers" ("answered_at");

CREATE TABLE "flags" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "flagger_id" UUID,
    "subject" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "image_key" TEXT,
    "is_counted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "answer_id" UUID,

    CONSTRAINT "flags_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "flags_subject_check" CHECK ("subject" IN ('person', 'image', 'name', 'shared_calculation')),
    CONSTRAINT "flags_reason_check"
        CHECK ("reason" IN ('impersonation', 'harassment', 'spam', 'fraud', 'offensive', 'other')),
    CONSTRAINT "flags_others_check" CHECK ("flagger_id" <> "user_id"),
    CONSTRAINT "flags_counted_check" CHECK (NOT "is_counted" OR "text" = '' AND "image_key" IS NULL),
    CONSTRAINT "flags_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "flags_flagger_id_fkey" FOREIGN KEY ("flagger_id") REFERENCES "users" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "flags_answer_id_fkey" FOREIGN KEY ("answer_id") REFERENCES "flag_answers" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "flags_open_key" ON "flags" ("flagger_id", "user_id") WHERE "answer_id" IS NULL;
CREATE INDEX "flags_user_id_created_at_id_idx" ON "flags" ("user_id", "created_at", "id");
CREATE INDEX "flags_flagger_id_created_at_id_idx" ON "flags" ("flagger_id", "created_at", "id");
CREATE INDEX "flags_answer_id_idx" ON "flags" ("answer_id");
-- The open ones, the oldest first, and those whose image is needed.
CREATE INDEX "flags_open_idx" ON "flags" ("created_at", "id") WHERE "answer_id" IS NULL;
CREATE INDEX "flags_image_key_idx" ON "flags" ("image_key") WHERE "image_key" IS NOT NULL;

ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_check";
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_check"
    CHECK ("kind" IN ('friend_request', 'friend_accepted', 'new_sign_in', 'account_change', 'storage_nearly_full',
                      'cash_rate_change', 'new_figures', 'rate_gap', 'calculation_shared', 'loan_fault', 'loan_reminder',
                      'loan_decision', 'attack', 'failures', 'system', 'staff_message', 'flag_answered'));
