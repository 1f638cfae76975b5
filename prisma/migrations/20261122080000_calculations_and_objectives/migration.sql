CREATE TABLE "calculations" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "notes" TEXT NOT NULL DEFAULT '',
    "summary" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "date_updated" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    CONSTRAINT "calculations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "calculations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "calculations_kind_check" CHECK ("kind" IN ('loan', 'scenario', 'savings'))
);
CREATE INDEX "calculations_user_id_idx" ON "calculations" ("user_id");

-- A share refers to the friendship, so that the end of that ends it, whatever ended it.
CREATE TABLE "calculation_shares" (
    "calculation_id" UUID NOT NULL,
    "friend_id" UUID NOT NULL,
    "low_user_id" UUID NOT NULL,
    "high_user_id" UUID NOT NULL,
    CONSTRAINT "calculation_shares_pkey" PRIMARY KEY ("calculation_id", "friend_id"),
    CONSTRAINT "calculation_shares_calculation_id_fkey" FOREIGN KEY ("calculation_id") REFERENCES "calculations" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "calculation_shares_friend_id_fkey" FOREIGN KEY ("friend_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "calculation_shares_low_user_id_high_user_id_fkey" FOREIGN KEY ("low_user_id", "high_user_id")
        REFERENCES "friendships" ("low_user_id", "high_user_id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "calculation_shares_friend_check" CHECK ("friend_id" IN ("low_user_id", "high_user_id"))
);
CREATE INDEX "calculation_shares_friend_id_idx" ON "calculation_shares" ("friend_id");
CREATE INDEX "calculation_shares_low_user_id_high_user_id_idx" ON "calculation_shares" ("low_user_id", "high_user_id");

CREATE TABLE "objectives" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "target_cents" BIGINT NOT NULL,
    "current_cents" BIGINT NOT NULL,
    "target_date" DATE NOT NULL,
    "calculation_id" UUID,
    CONSTRAINT "objectives_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "objectives_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "objectives_calculation_id_fkey" FOREIGN KEY ("calculation_id") REFERENCES "calculations" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "objectives_kind_check" CHECK ("kind" IN ('pay_off', 'save')),
    CONSTRAINT "objectives_amounts_check" CHECK ("target_cents" > 0 AND "current_cents" >= 0)
);
CREATE INDEX "objectives_user_id_target_date_id_idx" ON "objectives" ("user_id", "target_date", "id");
CREATE INDEX "objectives_calculation_id_idx" ON "objectives" ("calculation_id");

CREATE TABLE "objective_amounts" (
    "objective_id" UUID NOT NULL,
    "date" DATE NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    CONSTRAINT "objective_amounts_pkey" PRIMARY KEY ("objective_id", "date"),
    CONSTRAINT "objective_amounts_objective_id_fkey" FOREIGN KEY ("objective_id") REFERENCES "objectives" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
