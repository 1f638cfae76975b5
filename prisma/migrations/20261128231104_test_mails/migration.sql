CREATE TABLE "test_mails" (
    "id" UUID NOT NULL,
    "user_id" UUID,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "outcome" TEXT,
    "host" TEXT,
    "code" INTEGER,
    "answer" TEXT,

    CONSTRAINT "test_mails_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "test_mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "test_mails_user_id_idx" ON "test_mails"("user_id");

CREATE INDEX "test_mails_requested_at_idx" ON "test_mails"("requested_at");
