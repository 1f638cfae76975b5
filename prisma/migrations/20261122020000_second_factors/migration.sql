ALTER TABLE "sessions" ADD COLUMN     "second_factor_at" TIMESTAMPTZ(3);

CREATE TABLE "second_factors" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "confirmed_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "sealed_secret" BYTEA,
    "last_step" INTEGER,
    "credential_id" TEXT,
    "public_key" BYTEA,
    "counter" BIGINT,
    "transports" TEXT[],

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "recovery_codes" (
    "user_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","code_hash")
);

CREATE TABLE "second_factor_tries" (
    "user_id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "wrong_at" TIMESTAMPTZ(6)[],

    CONSTRAINT "second_factor_tries_pkey" PRIMARY KEY ("user_id","purpose")
);

CREATE TABLE "used_challenges" (
    "challenge" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_challenges_pkey" PRIMARY KEY ("challenge")
);

CREATE UNIQUE INDEX "second_factors_credential_id_key" ON "second_factors"("credential_id");

CREATE INDEX "second_factors_user_id_idx" ON "second_factors"("user_id");

CREATE INDEX "used_challenges_expires_at_idx" ON "used_challenges"("expires_at");

ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "second_factor_tries" ADD CONSTRAINT "second_factor_tries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
